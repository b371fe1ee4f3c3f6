package io.tical.server.payin;

import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.UnallocatedTransfers;
import io.tical.server.http.Endpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.payout.PayoutModule;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Work;
import java.util.ArrayList;
import java.util.List;

/** Payins, and the operator's accounts that payers pay into. */
public final class PayinModule implements Module {
    private final Platform platform;
    private final CryptoModule crypto;
    private final UnallocatedTransfers unallocated;
    private final CollectionAccounts collectionAccounts;
    private final Payins payins;
    private final PayPage payPage;

    /**
     * What other capabilities add to payins.
     *
     * @param suspense its entries in the timeline of a payin
     * @param unallocated what becomes of transfers that no payin takes
     */
    public record Extensions(PayinSlips slips, TimelineSource suspense, UnallocatedTransfers unallocated) {}

    public PayinModule(
            Platform platform,
            MerchantModule merchants,
            LedgerModule ledger,
            WebhookModule webhooks,
            CryptoModule crypto,
            PayoutModule payouts,
            Extensions extensions,
            PayPage payPage,
            Payins.Terms terms) {
        this.platform = platform;
        this.crypto = crypto;
        this.unallocated = extensions.unallocated();
        this.payPage = payPage;
        collectionAccounts = new CollectionAccounts(platform.database(), merchants.currencies());
        payins = new Payins(
                platform.database(),
                ledger.ledger(),
                ledger.groupCommit(),
                webhooks.deliveries(),
                extensions.slips().and(extensions.suspense()),
                extensions.slips(),
                merchants.policies(),
                merchants.currencies(),
                crypto.deposits(),
                payouts.offers(),
                terms);
    }

    public CollectionAccounts collectionAccounts() {
        return collectionAccounts;
    }

    public Payins payins() {
        return payins;
    }

    public PayPage payPage() {
        return payPage;
    }

    @Override
    public List<Endpoint> endpoints() {
        return new PayinRoutes(payins, platform.paging(), payPage, crypto.deposits()).endpoints();
    }

    @Override
    public List<Work> work() {
        var work = new ArrayList<>(crypto.watches(new DepositPayments(payins), unallocated));
        work.addAll(PayinWork.of(platform.database(), payins));
        return work;
    }
}
