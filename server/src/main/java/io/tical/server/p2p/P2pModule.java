package io.tical.server.p2p;

import io.tical.db.BulkWrite;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.outward.OutwardModule;
import io.tical.server.payout.PayoutMatching;
import io.tical.server.rail.ReportedTransfers;
import io.tical.server.webhook.Events;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

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
    public List<Work> work() {
        return List.of(Housekeeping.deleting(
                "offers", rows -> platform.database().transaction(session -> OfferStore.forget(session, rows))));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(MatchStore.MATCHES, OfferStore.OFFERS);
    }
}
