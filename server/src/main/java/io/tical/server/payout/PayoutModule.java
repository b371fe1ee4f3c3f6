package io.tical.server.payout;

import io.tical.server.http.Endpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.rail.Rails;
import io.tical.server.webhook.Events;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.List;

/** Payouts, and their offers to payers who pay them directly. */
public final class PayoutModule implements Module {
    private final Platform platform;
    private final Offers offers;
    private final Payouts payouts;
    private final PayoutWork payoutWork;

    /**
     * The settings of payouts.
     *
     * @param offer how long a payout waits for a payer who pays it directly
     * @param polls how long after its dispatch a payout without an outcome is asked about, in order
     */
    public record Options(Duration offer, List<Duration> polls) {}

    public PayoutModule(
            Platform platform,
            MerchantModule merchants,
            LedgerModule ledger,
            WebhookModule webhooks,
            Rails rails,
            Claims claims,
            Options options) {
        this.platform = platform;
        offers = new Offers(new PayoutMatching(Events::insert), options.offer());
        payouts = new Payouts(
                platform.database(),
                ledger.ledger(),
                ledger.groupCommit(),
                webhooks.deliveries(),
                merchants.policies(),
                merchants.currencies(),
                rails,
                offers,
                claims);
        payoutWork = new PayoutWork(platform.database(), payouts, rails, options.polls());
    }

    public Offers offers() {
        return offers;
    }

    public Payouts payouts() {
        return payouts;
    }

    @Override
    public List<Endpoint> endpoints() {
        return new PayoutRoutes(payouts, platform.paging()).endpoints();
    }

    @Override
    public List<Work> work() {
        return List.of(payoutWork, Housekeeping.deleting("offers", rows -> Offers.forget(platform.database(), rows)));
    }
}
