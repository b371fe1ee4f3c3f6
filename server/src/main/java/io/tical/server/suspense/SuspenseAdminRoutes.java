package io.tical.server.suspense;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.DecisionTerms.Fee;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.suspense.SuspenseStatus.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/suspense/{id}/candidates}: the payins that unallocated funds may pay. */
record SuspenseAdminRoutes(Suspense suspense) {
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
            Instant createdAt,
            Map<String, DecisionTerms> decisionTerms) {
        static CandidateView of(SuspenseItem item, Payin payin, Fee fee) {
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
                    payin.createdAt(),
                    Map.of(Trigger.MATCH.word(), SuspenseDecisionTerms.match(item, payin, fee)));
        }
    }

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(
                SuspenseWorkItems.KIND.path("candidates"), staff -> staff.may(Permission.READ), this::candidates));
    }

    private Answer candidates(SessionCall<Staff> call) {
        var item = suspense.get(call.id(SuspenseItem.OBJECT_TYPE));
        return Answer.ok(suspense.candidates(item).stream()
                .map(payin -> CandidateView.of(item, payin, suspense.fee(payin)))
                .toList());
    }
}
