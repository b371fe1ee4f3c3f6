package io.tical.server.treasury;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.customer.VerificationFilter;
import io.tical.server.customer.VerificationStatus;
import io.tical.server.customer.VerificationStatus.Trigger;
import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Lease;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/organization-accounts}: the bank accounts of all organizations, and their verification.
 *
 * @param organizationName of an organization
 */
record OrganizationAccountAdminRoutes(
        OrganizationAccounts accounts, Leases leases, Paging paging, Function<UUID, String> organizationName) {
    private static final String TREE = "/admin/v1/organization-accounts";
    private static final String RESOURCE = OrganizationAccount.RESOURCE;

    /** What finance verifies never changes: two decisions on an account exclude each other. */
    private static final long NO_VERSION = 0;

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(
                        TREE + "/{id}",
                        staff -> staff.may(Permission.READ),
                        call -> Answer.ok(view(accounts.find(call.id(RESOURCE))))));
        var claims = new LeaseRoutes(leases, TREE, RESOURCE, Permission.CUSTOMERS, this::leasable);
        return Stream.concat(reads.stream(), claims.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var account = accounts.find(id);
        var status = account.verification();
        return new Leasable(account.key(), status, OrganizationAccount.TABLE.allows(status, Trigger.VERIFY));
    }

    List<StaffAction> actions() {
        return List.of(action("verify", Trigger.VERIFY), action("refuse", Trigger.REFUSE));
    }

    private StaffAction action(String name, Trigger trigger) {
        return new StaffAction(TREE + "/{id}/" + name, Permission.CUSTOMERS, false, (path, body) -> {
            var account = accounts.find(StaffAction.id(path, RESOURCE)).key();
            return new StaffAction.Request(
                    account, RESOURCE, NO_VERSION, decision -> view(accounts.decide(account, trigger, decision)));
        });
    }

    /**
     * An account as JSON.
     *
     * @param claimedBy the operator who works on it, or null
     */
    private record View(
            @JsonUnwrapped OrganizationAccountView account,
            boolean livemode,
            UUID organizationId,
            String organizationName,
            VerificationStatus verification,
            @Nullable Instant verifiedAt,
            @Nullable Instant verificationRefusedAt,
            @Nullable String claimedBy,
            @Nullable Instant claimedUntil) {}

    private View view(OrganizationAccount one) {
        return view(one, leases.find(one.key()).orElse(null));
    }

    private View view(OrganizationAccount one, @Nullable Lease lease) {
        var organizationId = one.key().organizationId();
        return new View(
                OrganizationAccountView.of(one),
                one.key().livemode(),
                organizationId,
                organizationName.apply(organizationId),
                one.verification(),
                one.verifiedAt(),
                one.refusedAt(),
                lease == null ? null : lease.operator(),
                lease == null ? null : lease.until());
    }

    private Answer list(SessionCall<Staff> call) {
        var filter = VerificationFilter.of(call.query());
        var selection = Selection.ofAll(filter.toString());
        var page = paging.page(call, selection);
        var rows = accounts.list(filter, page);
        var claimed = leases.of(rows.stream().map(OrganizationAccount::key).toList());
        return paging.answer(
                call, page, selection, rows, one -> one.key().id(), one -> view(one, claimed.get(one.key())));
    }
}
