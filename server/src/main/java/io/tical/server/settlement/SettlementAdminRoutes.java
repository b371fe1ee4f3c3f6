package io.tical.server.settlement;

import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Lease;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/settlements}: operators read the settlements of all organizations, and take their leases.
 *
 * @param organizationName of an organization that exists
 */
record SettlementAdminRoutes(
        Settlements settlements, Leases leases, Function<UUID, String> organizationName, Paging paging) {
    static final String TREE = "/admin/v1/settlements";

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = Stream.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read));
        var lease = new LeaseRoutes(leases, TREE, SettlementAggregate.OBJECT_TYPE, Permission.PAYOUTS, this::leasable);
        return Stream.concat(reads, lease.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var settlement = settlements.get(id);
        return new Leasable(
                settlement.key(),
                settlement.status(),
                !SettlementDecision.on(settlement).isEmpty());
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = Settlements.filter(call.query());
        var environments = Environments.of(call.query());
        var rail = call.query().text("rail").orElse(null);
        var selection = Selection.ofAll(environments + " " + filter + " " + rail);
        var page = paging.page(call, selection);
        var rows = settlements.list(environments, filter, rail, page);
        var held = leases.of(rows.stream().map(SettlementAggregate::key).toList());
        return paging.answer(
                call,
                page,
                selection,
                rows,
                row -> row.key().id(),
                row -> SettlementAdminView.of(row, name(row), held.get(row.key())));
    }

    private String name(SettlementAggregate settlement) {
        return organizationName.apply(settlement.key().organizationId());
    }

    private Answer read(SessionCall<Staff> call) {
        var settlement = settlements.get(call.id(SettlementAggregate.OBJECT_TYPE));
        return Answer.ok(view(settlement, leases.find(settlement.key()).orElse(null)));
    }

    /** A settlement after the decision of this operator, whose lease ends with it. */
    Map<String, @Nullable Object> decided(UUID id, String operator) {
        var settlement = settlements.get(id);
        var lease = leases.find(settlement.key()).filter(one -> !one.operator().equals(operator));
        return view(settlement, lease.orElse(null));
    }

    private Map<String, @Nullable Object> view(SettlementAggregate settlement, @Nullable Lease lease) {
        return SettlementAdminView.detailed(
                SettlementAdminView.of(settlement, name(settlement), lease),
                settlement,
                settlements.timeline(settlement.settlement()));
    }
}
