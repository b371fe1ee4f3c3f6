package io.tical.server.payout;

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
import io.tical.server.transaction.Lease;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/payouts}: operators read the payouts of all organizations, and take their leases.
 *
 * @param organizationName of an organization that exists
 */
record PayoutAdminRoutes(
        PayoutQueue queue, Payouts payouts, Leases leases, Function<UUID, String> organizationName, Paging paging) {
    static final String TREE = "/admin/v1/payouts";

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = Stream.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read));
        var lease = new LeaseRoutes(leases, TREE, PayoutAggregate.OBJECT_TYPE, Permission.PAYOUTS, this::leasable);
        return Stream.concat(reads, lease.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var payout = queue.get(id);
        return new Leasable(
                payout.key(), payout.status(), !PossibleDecision.on(payout).isEmpty());
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = PayoutQueue.Filter.of(call.query());
        var selection = Selection.ofAll(filter.toString());
        var page = paging.page(call, selection);
        var rows = queue.list(filter, page);
        var held = leases.of(rows.stream().map(PayoutAggregate::key).toList());
        return paging.answer(
                call,
                page,
                selection,
                rows,
                row -> row.key().id(),
                row -> PayoutAdminView.of(row, name(row), held.get(row.key())));
    }

    private String name(PayoutAggregate payout) {
        return organizationName.apply(payout.key().organizationId());
    }

    private Answer read(SessionCall<Staff> call) {
        var payout = queue.get(call.id(PayoutAggregate.OBJECT_TYPE));
        return Answer.ok(view(payout, leases.find(payout.key()).orElse(null)));
    }

    /** A payout after the decision of this operator, whose lease ends with it. */
    Map<String, @Nullable Object> decided(UUID id, String operator) {
        var payout = queue.get(id);
        var lease = leases.find(payout.key()).filter(one -> !one.operator().equals(operator));
        return view(payout, lease.orElse(null));
    }

    private Map<String, @Nullable Object> view(PayoutAggregate payout, @Nullable Lease lease) {
        return PayoutAdminView.detailed(
                PayoutAdminView.of(payout, name(payout), lease),
                payout,
                payouts.timeline(payout.payout()),
                queue.earlierDeliveries(payout.payout()));
    }
}
