package io.tical.server.settlement;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A settlement as stored: its immutable terms and its progress. One transfer carries its net amount.
 *
 * @param id contains the creation time
 */
public record Settlement(UUID id, Terms terms, Progress progress) {
    /**
     * The terms of a settlement.
     *
     * @param clientOperationId the merchant's own UUID, unique in its environment, or null
     * @param amount minor units taken from the balance
     * @param fee minor units of the amount that the operator keeps, less than the amount
     * @param accountId the destination: an account of a customer, or in the guide's vocabulary one of the organization
     */
    public record Terms(
            UUID organizationId,
            boolean livemode,
            Dialect dialect,
            @Nullable String clientOperationId,
            String currency,
            long amount,
            long fee,
            UUID accountId,
            String bankCode,
            String accountNo,
            String holderName,
            String requestId) {
        /** Minor units for the destination. */
        public long net() {
            return amount - fee;
        }

        public WalletKey wallet() {
            return new WalletKey(organizationId, livemode, currency);
        }
    }

    /**
     * The progress of a settlement.
     *
     * @param slipQrString the text of the QR code on the slip of its transfer, or null
     * @param reviewReason why staff must decide on it, or null
     * @param version incremented by each accepted command; an operator's decision names the version it is based on
     * @param dueAt the next background processing, or null
     * @param finalizedAt when it was completed or failed
     */
    public record Progress(
            SettlementStatus status,
            @Nullable String slipQrString,
            @Nullable String reviewReason,
            @Nullable Failure failure,
            long version,
            @Nullable Instant dueAt,
            Instant updatedAt,
            @Nullable Instant finalizedAt) {
        @Nullable
        String failureCode() {
            return failure == null ? null : failure.code();
        }

        @Nullable
        String failureMessage() {
            return failure == null ? null : failure.message();
        }

        Progress withSlip(@Nullable String qrString) {
            return new Progress(status, qrString, reviewReason, failure, version, dueAt, updatedAt, finalizedAt);
        }

        Progress withReviewReason(@Nullable String reason) {
            return new Progress(status, slipQrString, reason, failure, version, dueAt, updatedAt, finalizedAt);
        }

        Progress withFailure(Failure why) {
            return new Progress(status, slipQrString, reviewReason, why, version, dueAt, updatedAt, finalizedAt);
        }

        Progress withVersion(long raised) {
            return new Progress(status, slipQrString, reviewReason, failure, raised, dueAt, updatedAt, finalizedAt);
        }

        Progress withDueAt(@Nullable Instant due) {
            return new Progress(status, slipQrString, reviewReason, failure, version, due, updatedAt, finalizedAt);
        }
    }

    /** The reason why a settlement failed: a machine-readable code and a message. */
    public record Failure(String code, String message) {
        /** It had arrived, and the bank gave it back. */
        static final Failure RETURNED = new Failure("payment_returned", "The bank returned the payment");
    }

    public TransactionKey key() {
        return new TransactionKey(terms.organizationId(), terms.livemode(), id);
    }

    public SettlementStatus status() {
        return progress.status();
    }

    public Instant createdAt() {
        return Ids.madeAt(id);
    }

    Settlement with(Progress other) {
        return new Settlement(id, terms, other);
    }
}
