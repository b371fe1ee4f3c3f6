package io.tical.server.verification;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
import io.tical.server.verification.VerifiableAccounts.Reviewed;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bank accounts of one kind as operators read and verify them: {@code tree}, {@code tree/{id}}, and below that {@code verify},
 * {@code refuse}, {@code claim} and {@code release}.
 *
 * @param tree such as {@code /admin/v1/customers}
 * @param organizationName of an organization
 */
public record VerificationRoutes(
        String tree,
        Verifications verifications,
        Leases leases,
        Paging paging,
        Function<UUID, String> organizationName) {
    /** What finance verifies never changes: two decisions on an account exclude each other. */
    private static final long NO_VERSION = 0;

    public List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(tree, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(
                        tree + "/{id}",
                        staff -> staff.may(Permission.READ),
                        call -> Answer.ok(view(verifications.find(call.id(resource()))))));
        var claims = new LeaseRoutes(leases, tree, resource(), Permission.CUSTOMERS, this::leasable);
        return Stream.concat(reads.stream(), claims.endpoints().stream()).toList();
    }

    private String resource() {
        return verifications.accounts().resource();
    }

    private Leasable leasable(UUID id) {
        var account = verifications.find(id);
        return new Leasable(account.key(), account.status(), verifications.decidable(account));
    }

    public List<StaffAction> actions() {
        return Stream.of(Trigger.VERIFY, Trigger.REFUSE).map(this::action).toList();
    }

    private StaffAction action(Trigger trigger) {
        return new StaffAction(tree + "/{id}/" + trigger.word(), Permission.CUSTOMERS, false, (path, body) -> {
            var account = verifications.find(StaffAction.id(path, resource())).key();
            return new StaffAction.Request(
                    account,
                    resource(),
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
            @JsonUnwrapped Object account,
            UUID organizationId,
            String organizationName,
            VerificationStatus verification,
            @Nullable Instant verificationRefusedAt,
            @Nullable String claimedBy,
            @Nullable Instant claimedUntil) {}

    private View view(Reviewed one) {
        return view(one, leases.find(one.key()).orElse(null));
    }

    private View view(Reviewed one, @Nullable Lease lease) {
        var organizationId = one.key().organizationId();
        return new View(
                one.account(),
                organizationId,
                organizationName.apply(organizationId),
                one.status(),
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
