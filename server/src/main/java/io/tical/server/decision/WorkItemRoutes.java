package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.WorkItems.Claim;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Keyed;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * How operators read what they decide on, and take its leases, for one type of objects: its list with filters and paging, {@code {id}},
 * {@code {id}/claim} and {@code {id}/release}.
 *
 * @param organizationName of an organization that exists
 */
public record WorkItemRoutes<T extends Keyed>(
        WorkItems<T> items, Leases leases, Function<UUID, String> organizationName, Paging paging) {
    private record ClaimView(UUID id, @JsonUnwrapped Claim claim) {}

    public List<SessionEndpoint<Staff>> endpoints() {
        var kind = items.kind();
        return List.of(
                SessionEndpoint.get(kind.tree(), staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(
                        kind.tree() + "/{id}",
                        staff -> staff.may(Permission.READ),
                        call -> Answer.ok(detail(call.id(kind.object())))),
                SessionEndpoint.post(kind.path("claim"), staff -> staff.may(kind.permission()), this::claim),
                SessionEndpoint.post(kind.path("release"), staff -> staff.may(kind.permission()), this::release));
    }

    private Answer list(SessionCall<Staff> call) {
        var selected = items.select(call.query());
        var selection = Selection.ofAll(selected.filter());
        var page = paging.page(call, selection);
        var rows = selected.rows().apply(page);
        var claimed = leases.of(rows.stream().map(Keyed::key).toList());
        return paging.answer(
                call,
                page,
                selection,
                rows,
                item -> item.key().id(),
                item -> items.row(item, organization(item), Claim.of(claimed.get(item.key()))));
    }

    /** An object as a list shows it now. */
    public Object row(UUID id) {
        var item = items.get(id);
        return items.row(item, organization(item), claimOf(item));
    }

    /** An object as its own path shows it now. */
    public Object detail(UUID id) {
        var item = items.get(id);
        return items.detail(item, organization(item), claimOf(item));
    }

    private String organization(T item) {
        return organizationName.apply(item.key().organizationId());
    }

    private Claim claimOf(T item) {
        return Claim.of(leases.find(item.key()).orElse(null));
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it; {@code NOTHING_TO_DECIDE} */
    private Answer claim(SessionCall<Staff> call) {
        var item = items.get(call.id(items.kind().object()));
        var standing = items.standing(item);
        if (!standing.decidable()) {
            throw new Problem.Conflict(
                    "NOTHING_TO_DECIDE",
                    "Nothing can be decided on this " + items.kind().name() + " now: it is "
                            + standing.status().word().replace('_', ' ') + ". Load it again, and take another one.");
        }
        var key = item.key();
        var visit = call.visit();
        var by = call.person().decision(visit.requestId(), visit.source(), null);
        return Answer.ok(new ClaimView(key.id(), Claim.of(items.claim(leases, key, by))));
    }

    private Answer release(SessionCall<Staff> call) {
        var item = items.get(call.id(items.kind().object()));
        var key = item.key();
        leases.release(key, call.person().username());
        return Answer.ok(new ClaimView(key.id(), claimOf(item)));
    }
}
