package io.tical.server.customer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Ids;
import io.tical.server.customer.VerificationStatus.Trigger;
import io.tical.server.customer.Verifications.Reviewed;
import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/customers}: the bank accounts of merchants' customers, and their verification.
 *
 * @param organizationName of an organization
 */
record CustomerAdminRoutes(
        Verifications verifications, Leases leases, Paging paging, Function<UUID, String> organizationName) {
    private static final String TREE = "/admin/v1/customers";

    /** An account has no version: two decisions on it exclude each other. */
    private static final long NO_VERSION = 0;

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(
                        TREE + "/{id}",
                        staff -> staff.may(Permission.READ),
                        call -> Answer.ok(view(verifications.find(call.id(Verifications.RESOURCE))))));
        var claims = new LeaseRoutes(leases, TREE, Verifications.RESOURCE, Permission.CUSTOMERS, this::leasable);
        return Stream.concat(reads.stream(), claims.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var account = verifications.find(id);
        return new Leasable(
                account.key(), account.status(), VerificationStatus.TABLE.allows(account.status(), Trigger.VERIFY));
    }

    List<StaffAction> actions() {
        return List.of(action("verify", Trigger.VERIFY), action("refuse", Trigger.REFUSE));
    }

    private StaffAction action(String name, Trigger trigger) {
        return new StaffAction(TREE + "/{id}/" + name, Permission.CUSTOMERS, false, (path, body) -> {
            var id = Ids.parse(Objects.requireNonNull(path.get("id")))
                    .orElseThrow(() -> Problem.NotFound.of(Verifications.RESOURCE));
            var account = verifications.find(id).key();
            return new StaffAction.Request(
                    account,
                    Verifications.RESOURCE,
                    NO_VERSION,
                    decision -> view(verifications.decide(account, trigger, decision)));
        });
    }

    /**
     * An account as JSON.
     *
     * @param claimedBy the operator who works on it, or null
     */
    private record View(
            @JsonUnwrapped Customer customer,
            UUID organizationId,
            String organizationName,
            VerificationStatus verification,
            @Nullable Instant verificationRequestedAt,
            @Nullable Instant verificationRefusedAt,
            @Nullable String claimedBy,
            @Nullable Instant claimedUntil) {}

    private View view(Reviewed one) {
        return view(one, leases.find(one.key()).orElse(null));
    }

    private View view(Reviewed one, @Nullable Lease lease) {
        var organizationId = one.key().organizationId();
        return new View(
                one.customer(),
                organizationId,
                organizationName.apply(organizationId),
                one.status(),
                one.requestedAt(),
                one.refusedAt(),
                lease == null ? null : lease.operator(),
                lease == null ? null : lease.until());
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = VerificationFilter.of(call.query());
        var selection = Selection.ofAll(filter.toString());
        var page = paging.page(call, selection);
        var rows = verifications.list(filter, page);
        var claimed = leases.of(rows.stream().map(Reviewed::key).toList());
        return paging.answer(
                call, page, selection, rows, one -> one.key().id(), one -> view(one, claimed.get(one.key())));
    }
}
