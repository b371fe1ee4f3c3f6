package io.tical.server.decision;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param organizationName returns the name of an existing organization
 */
public record WorkItemRoutes<T extends Keyed>(
        WorkItems<T> items, Leases leases, Function<UUID, String> organizationName, Paging paging) {
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
        var selected = items.select(call.query());
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
                item -> shown(
                        items.row(item, organization(item), LeaseView.of(leased.get(item.key()))),
                        waiting.get(item.key())));
    }

    /** The current JSON of an object in a list. */
    public Object row(UUID id) {
        var item = items.get(id);
        return shown(items.row(item, organization(item), leaseOf(item)), waiting(item));
    }

    /** The current JSON of an object at its own path. */
    public Object detail(UUID id) {
        var item = items.get(id);
        return shown(items.detail(item, organization(item), leaseOf(item)), waiting(item));
    }

    /** Adds the decision that waits for a second person. Until then, no other decision on the object is possible. */
    private Object shown(Object view, @Nullable Approval waiting) {
        if (!items.kind().permission().decidesMoney()) {
            return view;
        }
        var shown = WaitingApprovals.shown(view, waiting);
        if (waiting != null && shown.has("decisions")) {
            shown.putArray("decisions");
        }
        if (waiting != null && shown.has("decision_terms")) {
            shown.putObject("decision_terms");
        }
        return shown;
    }

    private @Nullable Approval waiting(T item) {
        return waiting(List.of(item.key())).get(item.key());
    }

    private Map<TransactionKey, Approval> waiting(Collection<TransactionKey> keys) {
        return items.kind().permission().decidesMoney() ? new WaitingApprovals(leases.database()).of(keys) : Map.of();
    }

    private String organization(T item) {
        return organizationName.apply(item.key().organizationId());
    }

    private LeaseView leaseOf(T item) {
        return LeaseView.of(leases.find(item.key()).orElse(null));
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has the lease; {@code NOTHING_TO_DECIDE} */
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
        return Answer.ok(new LeasedItem(key.id(), LeaseView.of(items.takeLease(leases, key, by))));
    }

    private Answer release(SessionCall<Staff> call) {
        var item = items.get(call.id(items.kind().object()));
        var key = item.key();
        leases.release(key, call.person().username());
        return Answer.ok(new LeasedItem(key.id(), leaseOf(item)));
    }
}
