package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.ledger.WalletKey;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payout as stored: its terms, which never change, its progress, and its legs.
 *
 * @param id made in the millisecond of its creation
 */
public record Payout(UUID id, Terms terms, Progress progress, List<Step> steps) {
    /** The vocabulary it was created in. */
    public enum Dialect implements Word {
        V1,
        GUIDE
    }

    /**
     * What the merchant asked for.
     *
     * @param amount minor units that the destination receives
     * @param fee minor units charged in addition
     * @param dailyDate the day whose limit it counts towards, in the organization's time zone
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
        /** What leaves the wallet when all of it is delivered. */
        public long gross() {
            return Math.addExact(amount, fee);
        }

        public WalletKey wallet() {
            return new WalletKey(organizationId, livemode, currency);
        }
    }

    /**
     * What has become of it.
     *
     * @param version raised by every accepted command; a decision by a person names the version that they saw
     * @param dueAt when background work processes it next, or null
     * @param expiredAt when its review expires, or expired
     */
    public record Progress(
            PayoutStatus status,
            Settled settled,
            Sender sender,
            @Nullable Failure failure,
            @Nullable String reviewReason,
            long version,
            @Nullable Instant dueAt,
            @Nullable Instant expiredAt,
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

        Progress withSender(Sender sender) {
            return new Progress(
                    status, settled, sender, failure, reviewReason, version, dueAt, expiredAt, updatedAt, finalizedAt);
        }

        Progress withFailure(Failure failure) {
            return new Progress(
                    status, settled, sender, failure, reviewReason, version, dueAt, expiredAt, updatedAt, finalizedAt);
        }

        Progress withReviewReason(String reviewReason) {
            return new Progress(
                    status, settled, sender, failure, reviewReason, version, dueAt, expiredAt, updatedAt, finalizedAt);
        }

        Progress withVersion(long version) {
            return new Progress(
                    status, settled, sender, failure, reviewReason, version, dueAt, expiredAt, updatedAt, finalizedAt);
        }

        Progress withDueAt(@Nullable Instant dueAt) {
            return new Progress(
                    status, settled, sender, failure, reviewReason, version, dueAt, expiredAt, updatedAt, finalizedAt);
        }
    }

    /**
     * Where its money went, in minor units.
     *
     * @param delivered reached the destination
     * @param feeReturned the part of the fee given back
     * @param returned amount and fee given back to the wallet
     */
    public record Settled(long delivered, long feeReturned, long returned) {
        static final Settled NOTHING = new Settled(0, 0, 0);
    }

    /** The account it was sent from, as far as the rail told. */
    public record Sender(
            @Nullable String platform,
            @Nullable String identifier,
            @Nullable String holderName,
            @Nullable String slipQrRef,
            @Nullable String slipQrString) {
        static final Sender UNKNOWN = new Sender(null, null, null, null, null);
    }

    /** Why a leg did not arrive: the code for programs, the message for people. */
    public record Failure(String code, String message) {}

    /**
     * One leg.
     *
     * @param number from 1
     * @param amount minor units to send
     * @param transferAmount minor units that arrived
     */
    public record Step(
            UUID id,
            int number,
            long amount,
            long transferAmount,
            StepStatus status,
            @Nullable Instant finalizedAt) {
        Step on(StepStatus.Trigger trigger, long arrived, Instant now) {
            var to = StepStatus.TABLE.on(status, trigger).to();
            return new Step(id, number, amount, arrived, to, to.decided() ? now : null);
        }
    }

    public TransactionKey key() {
        return new TransactionKey(terms.organizationId(), terms.livemode(), id);
    }

    Payout with(List<Step> steps) {
        return new Payout(id, terms, progress, steps);
    }

    Payout with(Progress progress) {
        return new Payout(id, terms, progress, steps);
    }

    public PayoutStatus status() {
        return progress.status();
    }

    /** Minor units that count towards the daily limit: those that were not given back. */
    long counted() {
        return switch (progress.status()) {
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED -> terms.amount();
            case SUCCESS, PARTIAL_SUCCESS -> progress.settled().delivered();
            case FAILED, CANCELLED, EXPIRED, REFUNDED -> 0;
        };
    }

    public Instant createdAt() {
        return Ids.madeAt(id);
    }
}
