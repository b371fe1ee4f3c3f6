package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffTimeline;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/payins}: the payins of all organizations. */
record PayinWorkItems(
        Payins payins,
        PayinSlips slips,
        PayerConsents consents,
        UnallocatedFunds unallocated,
        PayPage page,
        StaffTimeline timelines)
        implements WorkItems<Payin> {
    static final Kind KIND = new Kind("/admin/v1/payins", Payin.OBJECT_TYPE, Permission.MONEY);

    private enum OfDeposits implements Word {
        DIFFERING
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of(
                "status", "currency", "order_ref", "merchant_ref_id", "q", "organization_id", "livemode", "deposit");
    }

    @Override
    public Selected<Payin> select(Query query) {
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

    @Override
    public Payin get(UUID id) {
        return payins.get(id);
    }

    @Override
    public Standing standing(Payin payin) {
        return new Standing(
                payin.status(),
                !PossiblePayinDecision.on(payin, payins.matches().of(payin)).isEmpty());
    }

    @Override
    public Map<String, @Nullable Object> row(Payin payin, String organizationName, LeaseView lease) {
        return PayinAdminView.of(payin, organizationName, lease, page);
    }

    @Override
    public Object detail(Payin payin, String organizationName, LeaseView lease) {
        var view = row(payin, organizationName, lease);
        var match = payins.matches().of(payin);
        view.put("match", match.map(PayinAdminView.OfMatch::of).orElse(null));
        view.put(
                "deposit",
                payins.storage()
                        .deposits()
                        .find(payin.key())
                        .map(PayinAdminView.OfDeposit::of)
                        .orElse(null));
        var decisions = PossiblePayinDecision.on(payin, match);
        view.put("decisions", decisions);
        view.put("decision_terms", PayinDecisionTerms.of(payin, decisions, payins.rules()));
        view.put("slip_ids", slips.ids(payin.key()));
        view.put("consents", consents.all(payin.key()));
        view.put("unallocated_funds", unallocated.views(payin.key()));
        var decided = new PayinTransactions(payins, slips, unallocated).decided(payin.key());
        view.put("timeline", timelines.of(payin.key(), decided, payins.timeline(payin)));
        view.put(
                "payer_account",
                payins.payerAccount(payin, payin.progress().settled().reference()));
        return view;
    }
}
