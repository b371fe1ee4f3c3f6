package io.tical.server.bank;

import io.tical.server.bank.PaymentProof.Status;
import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/payment-proofs}: what proves the payments of payins, of all organizations. */
final class PaymentProofWorkItems {
    static final Kind KIND = new Kind("/admin/v1/payment-proofs", PaymentProof.RESOURCE, Permission.MONEY);

    private PaymentProofWorkItems() {}

    /**
     * A payment as JSON; times are Unix seconds.
     *
     * @param id of the payin
     * @param amount minor units
     */
    private record View(
            UUID id,
            boolean livemode,
            UUID accountId,
            String currency,
            long amount,
            Instant paidAt,
            Status status,
            @Nullable UUID entryId,
            @Nullable Instant waitUntil,
            @Nullable String decidedBy,
            @Nullable String note,
            long version,
            Instant updatedAt) {
        static View of(PaymentProof proof) {
            var payment = proof.payment();
            return new View(
                    proof.key().id(),
                    proof.key().livemode(),
                    payment.accountId(),
                    payment.currency(),
                    payment.amount(),
                    payment.at(),
                    proof.status(),
                    proof.entryId(),
                    proof.waitUntil(),
                    proof.decidedBy(),
                    proof.note(),
                    proof.version(),
                    proof.updatedAt());
        }
    }

    static WorkItems<PaymentProof> of(PaymentProofs proofs) {
        return new WorkItems<>(
                KIND,
                List.of("status", "organization_id", "livemode"),
                query -> select(proofs, query),
                proofs::get,
                proof -> new Standing(proof.status(), proof.status() == Status.MISSING),
                View::of);
    }

    private static Selected<PaymentProof> select(PaymentProofs proofs, Query query) {
        var environments = Environments.of(query);
        var status = query.word("status", Status.class).orElse(null);
        return new Selected<>(status + " " + environments, page -> proofs.list(environments, status, page));
    }
}
