package io.tical.server.suspense;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.rail.SlipParty;
import io.tical.server.staff.Permission;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/suspense}: the unallocated funds of all organizations. */
final class SuspenseWorkItems {
    static final Kind KIND = new Kind("/admin/v1/suspense", SuspenseItem.OBJECT_TYPE, Permission.MONEY);

    private SuspenseWorkItems() {}

    /** @param payerAccount to which the payment goes back; null in lists */
    private record View(
            @JsonUnwrapped SuspenseView funds,
            @Nullable SlipParty payerAccount,
            Map<String, DecisionTerms> decisionTerms) {
        static View of(SuspenseItem item, @Nullable SlipParty payerAccount) {
            return new View(SuspenseView.of(item), payerAccount, SuspenseDecisionTerms.of(item));
        }
    }

    static WorkItems<SuspenseItem> of(Suspense suspense) {
        return new WorkItems<SuspenseItem>(
                        KIND,
                        List.of("status", "q", "organization_id", "livemode"),
                        query -> select(suspense, query),
                        suspense::get,
                        item -> new Standing(item.status(), SuspenseStatus.TABLE.allows(item.status(), Trigger.RETURN)),
                        item -> View.of(item, null))
                .detailed(item -> View.of(item, suspense.payerAccount(item)));
    }

    private static Selected<SuspenseItem> select(Suspense suspense, Query query) {
        var status = query.text("status")
                .map(word -> Word.find(SuspenseStatus.class, word)
                        .orElseThrow(() -> new Problem.Invalid(
                                "status", "unknown", "must be noted, open, matched, returned or kept")));
        var environments = Environments.of(query);
        var text = query.search();
        return new Selected<>(
                status + " " + environments + " " + text, page -> suspense.list(status, environments, text, page));
    }
}
