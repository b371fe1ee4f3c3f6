package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Json;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Lease;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operations with which operators read the objects of one type and take their leases: the list with filters and paging, {@code {id}},
 * {@code {id}/claim} and {@code {id}/release}.
 *
 * @param organizationName returns the name of an organization; null if a restored database does not have it
 */
public record WorkItemRoutes<T extends Keyed>(
        WorkItems<T> items, Leases leases, Function<UUID, @Nullable String> organizationName, Paging paging) {
    private record LeasedItem(UUID id, @JsonUnwrapped LeaseView lease) {}

    public List<SessionEndpoint<Staff>> endpoints() {
        var kind = items.kind();
        return List.of(
                SessionEndpoint.<Staff>get(kind.tree(), staff -> staff.may(Permission.READ), this::list)
                        .paged(items.filters().toArray(String[]::new)),
                SessionEndpoint.get(
                        kind.tree() + "/{id}",
                        staff -> staff.may(Permission.READ),
                        call -> Answer.ok(detail(call.id(kind.object())))),
                SessionEndpoint.post(kind.path("claim"), staff -> staff.may(kind.permission()), this::claim),
                SessionEndpoint.post(kind.path("release"), staff -> staff.may(kind.permission()), this::release));
    }

    private Answer list(SessionCall<Staff> call) {
        var selected = items.select().apply(call.query());
        var selection = Selection.ofAll(selected.filter());
        var page = paging.page(call, selection);
        var rows = selected.rows().apply(page);
        var keys = rows.stream().map(Keyed::key).toList();
        var leased = leases.of(keys);
        var waiting = waiting(keys);
        return paging.answer(
                call,
                page,
                selection,
                rows,
                item -> item.key().id(),
                item -> shown(items.row(), item, leased.get(item.key()), waiting.get(item.key())));
    }

    /** The current JSON of an object in a list. */
    public Object row(UUID id) {
        return shown(items.row(), id);
    }

    /** The current JSON of an object at its own path. */
    public Object detail(UUID id) {
        return shown(items.detail(), id);
    }

    private Object shown(Function<T, Object> view, UUID id) {
        var item = items.get().apply(id);
        return shown(
                view,
                item,
                leases.find(item.key()).orElse(null),
                waiting(List.of(item.key())).get(item.key()));
    }

    /**
     * Adds the organization and the lease, and the decision that waits for a second person. Until then, no other decision on the
     * object is possible.
     */
    private Object shown(Function<T, Object> view, T item, @Nullable Lease lease, @Nullable Approval waiting) {
        var shown = Json.object(view.apply(item));
        var organizationId = item.key().organizationId();
        shown.put("organization_id", organizationId.toString());
        shown.put("organization_name", organizationName.apply(organizationId));
        shown.setAll(Json.object(LeaseView.of(lease)));
        if (!items.kind().permission().decidesMoney()) {
            return shown;
        }
        if (waiting != null && shown.has("decisions")) {
            shown.putArray("decisions");
        }
        if (waiting != null && shown.has("decision_terms")) {
            shown.putObject("decision_terms");
        }
        return WaitingApprovals.added(shown, waiting);
    }

    private Map<TransactionKey, Approval> waiting(Collection<TransactionKey> keys) {
        return items.kind().permission().decidesMoney() ? new WaitingApprovals(leases.database()).of(keys) : Map.of();
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has the lease; {@code NOTHING_TO_DECIDE} */
    private Answer claim(SessionCall<Staff> call) {
        var item = items.get().apply(call.id(items.kind().object()));
        var standing = items.standing().apply(item);
        if (!standing.decidable()) {
            throw new Problem.Conflict(
                    "NOTHING_TO_DECIDE",
                    "Nothing can be decided on this " + items.kind().name() + " now: it is "
                            + standing.status().word().replace('_', ' ') + ". Load it again, and take another one.");
        }
        var key = item.key();
        var visit = call.visit();
        var by = call.person().decision(visit.requestId(), visit.source(), null);
        return Answer.ok(new LeasedItem(key.id(), LeaseView.of(items.leasing().take(leases, key, by))));
    }

    private Answer release(SessionCall<Staff> call) {
        var item = items.get().apply(call.id(items.kind().object()));
        var key = item.key();
        leases.release(key, call.person().username());
        return Answer.ok(new LeasedItem(key.id(), LeaseView.of(leases.find(key).orElse(null))));
    }
}
