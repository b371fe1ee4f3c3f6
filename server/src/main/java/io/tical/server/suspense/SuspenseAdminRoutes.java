package io.tical.server.suspense;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/suspense}: operators decide on unallocated funds.
 *
 * @param organizationName the name of an organization
 */
record SuspenseAdminRoutes(Suspense suspense, Leases leases, Function<UUID, String> organizationName, Paging paging) {
    private static final String TREE = "/admin/v1/suspense";
    private static final int WORD_MAX = 16;

    /**
     * Unallocated funds with their organization.
     *
     * @param claimedBy the operator who works on them; null when nobody does
     */
    private record View(
            @JsonUnwrapped SuspenseView funds,
            String organizationName,
            @Nullable String claimedBy,
            @Nullable Instant claimedUntil) {}

    /** A payin that the funds may pay; amounts are minor units, times Unix seconds. */
    private record CandidateView(
            UUID id,
            PayinStatus status,
            String orderRef,
            long amount,
            long transferAmount,
            String currency,
            @Nullable String customerName,
            @Nullable String customerAccountHolderName,
            Instant expiresAt,
            Instant createdAt) {
        static CandidateView of(Payin payin) {
            var terms = payin.terms();
            var payer = terms.payer();
            return new CandidateView(
                    payin.id(),
                    payin.status(),
                    terms.merchantRef(),
                    terms.amount(),
                    terms.transferAmount(),
                    terms.currency(),
                    payer == null ? null : payer.customerName(),
                    payer == null ? null : payer.holderName(),
                    payin.progress().expiresAt(),
                    payin.createdAt());
        }
    }

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read),
                SessionEndpoint.get(TREE + "/{id}/candidates", staff -> staff.may(Permission.READ), this::candidates));
        var claims = new LeaseRoutes(leases, TREE, SuspenseOperation.OBJECT_TYPE, Permission.MONEY, this::leasable);
        return Stream.concat(reads.stream(), claims.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var item = suspense.get(id);
        return new Leasable(item.key(), item.status(), SuspenseStatus.TABLE.allows(item.status(), Trigger.RETURN));
    }

    List<StaffAction> actions() {
        return List.of(new StaffAction(TREE + "/{id}/dispose", Permission.MONEY, false, this::dispose));
    }

    private Answer list(SessionCall<Staff> call) {
        var status = call.query()
                .text("status")
                .map(word -> Word.find(SuspenseStatus.class, word)
                        .orElseThrow(() -> new Problem.Invalid(
                                "status", "unknown", "must be noted, open, matched, returned or kept")));
        var environments = Environments.of(call.query());
        var selection = Selection.ofAll(status + " " + environments);
        var page = paging.page(call, selection);
        var items = suspense.list(status, environments, page);
        var claimed = leases.of(items.stream().map(SuspenseItem::key).toList());
        return paging.answer(
                call, page, selection, items, item -> item.key().id(), item -> view(item, claimed.get(item.key())));
    }

    private View view(SuspenseItem item, @Nullable Lease lease) {
        return new View(
                SuspenseView.of(item),
                organizationName.apply(item.key().organizationId()),
                lease == null ? null : lease.operator(),
                lease == null ? null : lease.until());
    }

    private Answer read(SessionCall<Staff> call) {
        var item = suspense.get(call.id(SuspenseOperation.OBJECT_TYPE));
        return Answer.ok(view(item, leases.find(item.key()).orElse(null)));
    }

    private Answer candidates(SessionCall<Staff> call) {
        var item = suspense.get(call.id(SuspenseOperation.OBJECT_TYPE));
        return Answer.ok(
                suspense.candidates(item).stream().map(CandidateView::of).toList());
    }

    private Request dispose(Map<String, String> path, JsonBody body) {
        var item = suspense.get(StaffAction.id(path, SuspenseOperation.OBJECT_TYPE));
        var disposition = disposition(body);
        var money = item.payment();
        return new Request(
                item.key(),
                SuspenseOperation.OBJECT_TYPE,
                item.version(),
                new Stake(money.amount(), money.currency()),
                by -> suspense.check(item.key().id(), Objects.requireNonNull(disposition), by),
                by -> view(suspense.dispose(item.key().id(), Objects.requireNonNull(disposition), by), null));
    }

    /** The disposition; null when the body has none. */
    private static @Nullable Disposition disposition(JsonBody body) {
        var word = body.text("disposition", WORD_MAX);
        return switch (word) {
            case "match" -> new Disposition.Match(body.id("payin_id"));
            case "return" -> new Disposition.Return();
            case "keep" -> new Disposition.Keep();
            default -> {
                if (!word.isEmpty()) {
                    body.wrong("disposition", "unknown", "must be match, return or keep");
                }
                yield null;
            }
        };
    }
}
