package io.tical.server.lost;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/lost}: what left and is not in the database, of all organizations. */
record LostWorkItems(LostCases cases) implements WorkItems<Lost> {
    static final Kind KIND = new Kind("/admin/v1/lost", LostCases.RESOURCE, Permission.MONEY);

    /** A case with its claim. */
    private record View(
            @JsonUnwrapped LostView lost, @JsonUnwrapped LeaseView lease) {}

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "kind", "q", "organization_id", "livemode");
    }

    @Override
    public Selected<Lost> select(Query query) {
        var filter = new LostCases.Filter(
                Environments.of(query),
                word(query, "status", Lost.Status.class),
                word(query, "kind", Departure.Kind.class),
                query.search());
        return new Selected<>(filter.toString(), page -> cases.list(filter, page));
    }

    private static <E extends Enum<E> & Word> @Nullable E word(Query query, String name, Class<E> type) {
        return query.text(name)
                .map(word -> Word.find(type, word)
                        .orElseThrow(() -> new Problem.Invalid(name, "unknown", "must be one of " + Word.all(type))))
                .orElse(null);
    }

    @Override
    public Lost get(UUID id) {
        return cases.get(id);
    }

    @Override
    public Standing standing(Lost lost) {
        return new Standing(lost.status(), lost.isOpen());
    }

    @Override
    public Object row(Lost lost, String organizationName, LeaseView lease) {
        return new View(LostView.of(lost, organizationName), lease);
    }
}
