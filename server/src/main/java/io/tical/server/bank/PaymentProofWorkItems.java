package io.tical.server.bank;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.bank.PaymentProof.Status;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/payment-proofs}: what proves the payments of payins, of all organizations. */
record PaymentProofWorkItems(PaymentProofs proofs) implements WorkItems<PaymentProof> {
    static final Kind KIND = new Kind("/admin/v1/payment-proofs", PaymentProof.RESOURCE, Permission.MONEY);

    /**
     * A payment as JSON; times are Unix seconds.
     *
     * @param id of the payin
     * @param amount minor units
     */
    private record View(
            UUID id,
            UUID organizationId,
            String organizationName,
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
            Instant updatedAt,
            @JsonUnwrapped LeaseView lease) {}

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "organization_id", "livemode");
    }

    @Override
    public Selected<PaymentProof> select(Query query) {
        var environments = Environments.of(query);
        var status = query.text("status")
                .map(word -> Word.find(Status.class, word)
                        .orElseThrow(() ->
                                new Problem.Invalid("status", "unknown", "must be one of " + Word.all(Status.class))))
                .orElse(null);
        return new Selected<>(status + " " + environments, page -> proofs.list(environments, status, page));
    }

    @Override
    public PaymentProof get(UUID id) {
        return proofs.get(id);
    }

    @Override
    public Standing standing(PaymentProof proof) {
        return new Standing(proof.status(), proof.status() == Status.MISSING);
    }

    @Override
    public Object row(PaymentProof proof, String organizationName, LeaseView lease) {
        var payment = proof.payment();
        return new View(
                proof.key().id(),
                proof.key().organizationId(),
                organizationName,
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
                proof.updatedAt(),
                lease);
    }
}
