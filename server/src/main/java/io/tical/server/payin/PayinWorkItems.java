package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/payins}: the payins of all organizations. */
record PayinWorkItems(
        Payins payins,
        PayinSlips slips,
        PayerConsents consents,
        UnallocatedFunds unallocated,
        PayPage page,
        StaffTimeline timelines) {
    static final Kind KIND = new Kind("/admin/v1/payins", Payin.OBJECT_TYPE, Permission.MONEY);

    private enum OfDeposits implements Word {
        DIFFERING
    }

    WorkItems<Payin> items() {
        return WorkItems.ofTransactions(
                KIND,
                List.of(
                        "status",
                        "currency",
                        "order_ref",
                        "merchant_ref_id",
                        "q",
                        "organization_id",
                        "livemode",
                        "deposit"),
                this::select,
                payins::get,
                Payin::status,
                payin -> PossiblePayinDecision.on(payin, payins.matches().of(payin), payins.rules()),
                payin -> PayinAdminView.of(payin, page),
                this::addDetails);
    }

    private Selected<Payin> select(Query query) {
        var filter = PayinFilters.of(query);
        var environments = Environments.of(query);
        var differing =
                query.word("deposit", OfDeposits.class, "DEPOSIT_INVALID").isPresent();
        return new Selected<>(
                environments + " " + filter + " " + differing,
                wanted -> differing
                        ? payins.listDiffering(environments, filter, wanted)
                        : payins.list(environments, filter, wanted));
    }

    private void addDetails(Payin payin, Map<String, @Nullable Object> view) {
        var key = payin.key();
        view.put(
                "match",
                payins.matches().of(payin).map(PayinAdminView.OfMatch::of).orElse(null));
        view.put(
                "deposit",
                payins.storage()
                        .deposits()
                        .find(key)
                        .map(PayinAdminView.OfDeposit::of)
                        .orElse(null));
        view.put("slip_ids", slips.ids(key));
        view.put("consents", consents.all(key));
        view.put("unallocated_funds", unallocated.views(key));
        var decided = new PayinTransactions(payins, slips, unallocated).decided(key);
        view.put("timeline", timelines.of(key, decided, payins.timeline(payin)));
        view.put(
                "payer_account",
                payins.payerAccount(payin, payin.progress().settled().reference()));
    }
}
