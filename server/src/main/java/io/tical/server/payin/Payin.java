package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A payin as stored: its immutable terms and its progress.
 *
 * @param id contains the creation time
 */
public record Payin(UUID id, Terms terms, Progress progress) implements Aggregate<Payin> {
    static final String OBJECT_TYPE = "payin";

    /**
     * The terms of a payin.
     *
     * @param amount the requested minor units
     * @param transferAmount minor units that the payer must send: the amount plus the surcharge that identifies the payin
     * @param fee minor units that the merchant pays for the amount
     * @param provider the rail that the request named, or null
     * @param collectionAccountId the collection account that receives it, or null
     * @param promptpayId that account's PromptPay id, or null
     * @param payToken 32 characters that open the pay page
     * @param redirectUrl the target of the pay page's redirect after the payment
     * @param payer the expected payer, in the guide's vocabulary
     */
    public record Terms(
            UUID organizationId,
            boolean livemode,
            Dialect dialect,
            String merchantRef,
            String currency,
            long amount,
            long transferAmount,
            long fee,
            Channel channel,
            @Nullable String provider,
            @Nullable UUID collectionAccountId,
            @Nullable String promptpayId,
            String payToken,
            Theme theme,
            @Nullable String redirectUrl,
            @Nullable String notes,
            @Nullable Payer payer,
            String requestId) {}

    /** A customer and the registered account. The account is shown, compared with the sender, and used for a refund. */
    public record Payer(
            UUID accountId,
            UUID customerId,
            String customerName,
            String bankCode,
            String accountNo,
            String holderName) {}

    /**
     * The progress of a payin.
     *
     * @param version incremented by each accepted command
     * @param dueAt the next background processing, or null
     * @param expiresAt the expiry; an estimate for a pending payin in the guide's vocabulary
     */
    public record Progress(
            PayinStatus status,
            Receiving receiving,
            Settled settled,
            @Nullable String failureCode,
            long version,
            @Nullable Instant dueAt,
            Instant expiresAt,
            Instant updatedAt,
            @Nullable Instant finalizedAt) {
        Progress withDueAt(@Nullable Instant dueAt) {
            return new Progress(
                    status, receiving, settled, failureCode, version, dueAt, expiresAt, updatedAt, finalizedAt);
        }

        Progress withVersion(long version) {
            return new Progress(
                    status, receiving, settled, failureCode, version, dueAt, expiresAt, updatedAt, finalizedAt);
        }

        Progress refundedBy(String reference) {
            var refunded = new Settled(settled.paid, settled.fee, settled.feeReturned, settled.reference, reference);
            return new Progress(
                    status, receiving, refunded, failureCode, version, dueAt, expiresAt, updatedAt, finalizedAt);
        }

        Progress withFailure(String failureCode) {
            return new Progress(
                    status, receiving, settled, failureCode, version, dueAt, expiresAt, updatedAt, finalizedAt);
        }
    }

    /**
     * The receiving account, for the payer.
     *
     * @param platform the bank's abbreviation
     * @param identifier the account number
     */
    public record Receiving(
            ReceivingType type,
            @Nullable String platform,
            @Nullable String identifier,
            @Nullable String holderName) {}

    /**
     * The settled amounts, in minor units.
     *
     * @param paid the amount that the payer paid
     * @param fee the fee taken
     * @param feeReturned the refunded part of the fee
     * @param reference the reference of the payment, from a rail or a slip
     * @param refundReference the reference of the transfer that paid it back; null unless it is refunded
     */
    public record Settled(
            long paid,
            long fee,
            long feeReturned,
            @Nullable String reference,
            @Nullable String refundReference) {
        static final Settled NOTHING = new Settled(0, 0, 0, null, null);

        /** The amount credited to the merchant. */
        public long net() {
            return paid - fee;
        }
    }

    private record Logged(
            PayinStatus status,
            long paid,
            long fee,
            @Nullable String reference,
            @Nullable String failureCode,
            long version) {}

    @Override
    public Object logged() {
        var settled = progress.settled();
        return new Logged(
                status(), settled.paid(), settled.fee(), settled.reference(), progress.failureCode(), version());
    }

    @Override
    public TransactionKey key() {
        return new TransactionKey(terms.organizationId(), terms.livemode(), id);
    }

    @Override
    public WalletKey wallet() {
        return key().wallet(terms.currency());
    }

    @Override
    public long version() {
        return progress.version();
    }

    @Override
    public Payin withVersion(long version) {
        return with(progress.withVersion(version));
    }

    @Override
    public boolean guide() {
        return terms.dialect() == Dialect.GUIDE;
    }

    Payin with(Progress progress) {
        return new Payin(id, terms, progress);
    }

    /** Whether the payer pays the payee of a payout instead of a collection account. */
    public boolean matched() {
        return terms.collectionAccountId() == null && terms.channel() != Channel.CRYPTO;
    }

    <T> @Nullable T ofPayer(Function<Payer, T> part) {
        var payer = terms.payer();
        return payer == null ? null : part.apply(payer);
    }

    /**
     * The receiving account, for the merchant. Only the pay page discloses the account of a payee, after the payer has accepted the
     * conditions.
     */
    Receiving shown() {
        return matched() ? new Receiving(receiving().type(), null, null, null) : receiving();
    }

    public PayinStatus status() {
        return progress.status();
    }

    public Receiving receiving() {
        return progress.receiving();
    }

    public Instant createdAt() {
        return Ids.madeAt(id);
    }

    /** The fee; an estimate before the payment. */
    public long fee() {
        return progress.settled().paid() > 0 ? progress.settled().fee() : Math.min(terms.fee(), terms.transferAmount());
    }

    /** The amount credited to the merchant; an estimate before the payment. */
    public long net() {
        return progress.settled().paid() > 0 ? progress.settled().net() : terms.transferAmount() - fee();
    }
}
