package io.tical.server.suspense;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.rail.SlipParty;
import io.tical.server.staff.Permission;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/suspense}: the unallocated funds of all organizations. */
record SuspenseWorkItems(Suspense suspense) implements WorkItems<SuspenseItem> {
    static final Kind KIND = new Kind("/admin/v1/suspense", SuspenseItem.OBJECT_TYPE, Permission.MONEY);

    /**
     * Unallocated funds with their organization.
     *
     * @param payerAccount to which the payment goes back; null in lists
     */
    private record View(
            @JsonUnwrapped SuspenseView funds,
            String organizationName,
            @JsonUnwrapped LeaseView lease,
            @Nullable SlipParty payerAccount,
            Map<String, DecisionTerms> decisionTerms) {}

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "q", "organization_id", "livemode");
    }

    @Override
    public Selected<SuspenseItem> select(Query query) {
        var status = query.text("status")
                .map(word -> Word.find(SuspenseStatus.class, word)
                        .orElseThrow(() -> new Problem.Invalid(
                                "status", "unknown", "must be noted, open, matched, returned or kept")));
        var environments = Environments.of(query);
        var text = query.search();
        return new Selected<>(
                status + " " + environments + " " + text, page -> suspense.list(status, environments, text, page));
    }

    @Override
    public SuspenseItem get(UUID id) {
        return suspense.get(id);
    }

    @Override
    public Standing standing(SuspenseItem item) {
        return new Standing(item.status(), SuspenseStatus.TABLE.allows(item.status(), Trigger.RETURN));
    }

    @Override
    public Object row(SuspenseItem item, String organizationName, LeaseView lease) {
        return view(item, organizationName, lease, null);
    }

    @Override
    public Object detail(SuspenseItem item, String organizationName, LeaseView lease) {
        return view(item, organizationName, lease, suspense.payerAccount(item));
    }

    private static View view(
            SuspenseItem item, String organizationName, LeaseView lease, @Nullable SlipParty payerAccount) {
        var terms = SuspenseDecisionTerms.of(item);
        return new View(SuspenseView.of(item), organizationName, lease, payerAccount, terms);
    }
}
