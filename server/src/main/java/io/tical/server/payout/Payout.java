package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.db.AlteredRow;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payout as stored: its immutable terms, its progress and its legs.
 *
 * @param id contains the creation time
 */
public record Payout(UUID id, Terms terms, Progress progress, List<Leg> legs) {
    /**
     * The terms of a payout.
     *
     * @param amount minor units for the destination
     * @param fee minor units charged in addition
     * @param dailyDate the day to whose limit it counts, in the organization's time zone
     */
    public record Terms(
            UUID organizationId,
            boolean livemode,
            Dialect dialect,
            String merchantRef,
            String currency,
            long amount,
            long fee,
            UUID accountId,
            UUID customerId,
            String customerName,
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String senderType,
            @Nullable String notes,
            String requestId,
            LocalDate dailyDate) {
        /** The amount and the fee. */
        public long gross() {
            return Math.addExact(amount, fee);
        }

        public WalletKey wallet() {
            return new WalletKey(organizationId, livemode, currency);
        }
    }

    /**
     * The progress of a payout.
     *
     * @param version incremented by each command that changes the payout; an operator's decision names the version it is based on
     * @param dueAt the next background processing, or null
     * @param reviewExpiresAt while it waits for review, the time at which that expires; of an expired payout, the time at which it did;
     *     otherwise null
     * @param refundReference the reference of the transfer by which it came back; null unless it did
     */
    public record Progress(
            PayoutStatus status,
            Totals totals,
            LastTransfer lastTransfer,
            @Nullable Failure failure,
            @Nullable String reviewReason,
            long version,
            @Nullable Instant dueAt,
            @Nullable Instant reviewExpiresAt,
            Instant updatedAt,
            @Nullable Instant finalizedAt,
            @Nullable String refundReference) {
        @Nullable
        String failureCode() {
            return failure == null ? null : failure.code();
        }

        @Nullable
        String failureMessage() {
            return failure == null ? null : failure.message();
        }

        Progress withLastTransfer(LastTransfer lastTransfer) {
            return with(lastTransfer, failure, reviewReason, version, dueAt);
        }

        Progress withFailure(Failure failure) {
            return with(lastTransfer, failure, reviewReason, version, dueAt);
        }

        Progress withReviewReason(String reviewReason) {
            return with(lastTransfer, failure, reviewReason, version, dueAt);
        }

        Progress withVersion(long version) {
            return with(lastTransfer, failure, reviewReason, version, dueAt);
        }

        Progress withDueAt(@Nullable Instant dueAt) {
            return with(lastTransfer, failure, reviewReason, version, dueAt);
        }

        private Progress with(
                LastTransfer lastTransfer,
                @Nullable Failure failure,
                @Nullable String reviewReason,
                long version,
                @Nullable Instant dueAt) {
            return new Progress(
                    status,
                    totals,
                    lastTransfer,
                    failure,
                    reviewReason,
                    version,
                    dueAt,
                    reviewExpiresAt,
                    updatedAt,
                    finalizedAt,
                    refundReference);
        }

        Progress refundedBy(String reference) {
            return new Progress(
                    status,
                    totals,
                    lastTransfer,
                    failure,
                    reviewReason,
                    version,
                    dueAt,
                    reviewExpiresAt,
                    updatedAt,
                    finalizedAt,
                    reference);
        }
    }

    /**
     * What was delivered and returned, in minor units.
     *
     * @param delivered the amount delivered to the destination; 0 until every leg has an outcome
     * @param feeReturned the returned part of the fee
     * @param returned the amount and fee returned to the wallet
     */
    public record Totals(long delivered, long feeReturned, long returned) {
        static final Totals NOTHING = new Totals(0, 0, 0);
    }

    /** The transfer of the leg reported last, as far as a rail, staff or a payer reported it: the sending account, and the reference and QR text. */
    public record LastTransfer(
            @Nullable String platform,
            @Nullable String identifier,
            @Nullable String holderName,
            @Nullable String slipQrRef,
            @Nullable String slipQrString) {
        static final LastTransfer UNKNOWN = new LastTransfer(null, null, null, null, null);
    }

    /** The reason for a failed leg: a machine-readable code and a message. */
    public record Failure(String code, String message) {}

    /**
     * One leg.
     *
     * @param number from 1
     * @param amount minor units to send
     * @param delivered minor units delivered, at most the amount
     */
    public record Leg(
            UUID id,
            int number,
            long amount,
            long delivered,
            LegStatus status,
            @Nullable Instant finalizedAt) {
        /** @throws AlteredRow if the leg takes no such trigger, although the payout does */
        Leg on(LegStatus.Trigger trigger, long delivered, Instant now) {
            if (!LegStatus.TABLE.allows(status, trigger)) {
                throw new AlteredRow(
                        "In payout_step, step_id " + id + ": the leg is " + status.word() + " and cannot "
                                + trigger.word()
                                + ", although its payout can, so one of them was reverted to an earlier version. Run ./tical audit.");
            }
            var to = LegStatus.TABLE.on(status, trigger).to();
            return new Leg(id, number, amount, delivered, to, to.hasOutcome() ? now : null);
        }
    }

    public TransactionKey key() {
        return new TransactionKey(terms.organizationId(), terms.livemode(), id);
    }

    Payout with(List<Leg> legs) {
        return new Payout(id, terms, progress, legs);
    }

    Payout with(Progress progress) {
        return new Payout(id, terms, progress, legs);
    }

    public PayoutStatus status() {
        return progress.status();
    }

    /** Minor units that count to the daily limit: the amount without what was returned. */
    long counted() {
        return switch (progress.status()) {
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED -> terms.amount();
            case SUCCESS, PARTIAL_SUCCESS -> progress.totals().delivered();
            case FAILED, CANCELLED, EXPIRED, REFUNDED -> 0;
        };
    }

    public Instant createdAt() {
        return Ids.madeAt(id);
    }
}
