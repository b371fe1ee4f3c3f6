package io.tical.server.p2p;

import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.outward.OutwardModule;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.rail.ReportedTransfers;
import io.tical.server.webhook.Events;
import io.tical.server.work.Housekeeping;
import java.time.Duration;

/** Direct matches of payins with payouts. */
public record P2pModule(Platform platform, Offers offers, ShownPayees payees) implements Module {
    /** @param period how long a payout is offered to payers before it is sent */
    public static P2pModule of(Modules modules, Duration period) {
        var fence = modules.get(OutwardModule.class).fence();
        var platform = modules.platform();
        var payouts = new PayoutMatching(
                Events::insertLater,
                (session, paid) -> ReportedTransfers.writeDownLater(
                        session, fence, platform.clock().instant(), paid));
        return new P2pModule(
                platform,
                new Offers(payouts, fence, period),
                new ShownPayees(platform.database(), payouts, fence, platform.clock()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(
                Kind.WORK,
                Housekeeping.deleting(
                        "offers",
                        rows -> platform.database().transaction(session -> OfferStore.forget(session, rows))));
        to.add(Kind.AUTHENTICATED_TABLES, MatchStore.MATCHES, OfferStore.OFFERS);
    }
}
