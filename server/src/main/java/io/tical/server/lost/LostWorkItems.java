package io.tical.server.lost;

import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.util.List;

/** {@code /admin/v1/lost}: what left and is not in the database, of all organizations. */
final class LostWorkItems {
    static final Kind KIND = new Kind("/admin/v1/lost", LostCases.RESOURCE, Permission.MONEY);

    private LostWorkItems() {}

    static WorkItems<Lost> of(LostCases cases) {
        return new WorkItems<>(
                KIND,
                List.of("status", "kind", "q", "organization_id", "livemode"),
                query -> select(cases, query),
                cases::get,
                lost -> new Standing(lost.status(), lost.isOpen()),
                LostView::of);
    }

    private static Selected<Lost> select(LostCases cases, Query query) {
        var filter = new LostCases.Filter(
                Environments.of(query),
                query.word("status", Lost.Status.class).orElse(null),
                query.word("kind", Departure.Kind.class).orElse(null),
                query.search());
        return new Selected<>(filter.toString(), page -> cases.list(filter, page));
    }
}
