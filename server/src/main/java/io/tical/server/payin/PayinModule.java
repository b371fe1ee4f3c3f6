package io.tical.server.payin;

import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.UnallocatedTransfers;
import io.tical.server.http.Endpoint;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.p2p.Offers;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Work;
import java.util.ArrayList;
import java.util.List;

/** Payins. */
public final class PayinModule implements Module {
    private final Platform platform;
    private final CryptoModule crypto;
    private final UnallocatedTransfers unallocated;
    private final Payins payins;
    private final PayPage payPage;

    /**
     * The parts that other modules add to payins.
     *
     * @param suspense adds unallocated funds to the timeline of a payin
     * @param unallocated records transfers that no payin accepts
     */
    public record Extensions(PayinSlips slips, TimelineSource suspense, UnallocatedTransfers unallocated) {}

    public PayinModule(
            Platform platform,
            MerchantModule merchants,
            LedgerModule ledger,
            WebhookModule webhooks,
            CryptoModule crypto,
            Offers offers,
            Extensions extensions,
            PayPage payPage,
            Payins.Terms terms) {
        this.platform = platform;
        this.crypto = crypto;
        this.unallocated = extensions.unallocated();
        this.payPage = payPage;
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
                offers,
                terms);
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

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new PayinAudit(), new MatchAudit());
    }
}
