package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.ledger.WalletKey;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payin as stored: the terms on which it was created, which never change, and its progress.
 *
 * @param id made in the millisecond of its creation
 */
public record Payin(UUID id, Terms terms, Progress progress) implements Aggregate<Payin> {
    /** In which vocabulary it was created. */
    public enum Dialect implements Word {
        V1,
        GUIDE;

        static Dialect of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * The terms of a payin.
     *
     * @param amount minor units that the merchant asked for
     * @param transferAmount minor units that the payer is asked to send: the amount, with a surcharge that identifies the payin
     * @param fee minor units that the amount costs the merchant
     * @param provider the rail that the request named, if it did
     * @param collectionAccountId the operator's account that receives it, where one does
     * @param promptpayId that account's PromptPay id, where it has one
     * @param payToken 32 characters that open the pay page
     * @param redirectUrl to which the pay page sends the payer at the end
     * @param payer who is expected to pay, in the guide's vocabulary
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

    /** A customer and the registered account: shown, compared with the sender, and used for a refund. */
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
     * @param version raised by one for each accepted command
     * @param dueAt when background work processes it next, or null
     * @param expiresAt until when it is open; an estimate for a pending payin of the guide's vocabulary
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

        Progress withFailure(String failureCode) {
            return new Progress(
                    status, receiving, settled, failureCode, version, dueAt, expiresAt, updatedAt, finalizedAt);
        }
    }

    /**
     * The account that receives it, as its payer sees it.
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
     * What was received, in minor units.
     *
     * @param paid what the payer paid
     * @param fee the part of it that was taken as a fee
     * @param feeReturned the part of the fee given back
     * @param reference of the payment, as a rail or a slip reported it
     */
    public record Settled(
            long paid, long fee, long feeReturned, @Nullable String reference) {
        static final Settled NOTHING = new Settled(0, 0, 0, null);

        /** What the merchant was credited. */
        long net() {
            return paid - fee;
        }
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

    /** Whether its payer pays the payee of a payout: then no account of the operator receives the payment. */
    public boolean matched() {
        return terms.collectionAccountId() == null && terms.channel() != Channel.CRYPTO;
    }

    /**
     * The account that receives the payment, as the merchant may see it. The account of a payee is shown to the payer alone, who
     * accepts conditions first: whoever could read it elsewhere could pass it on without them.
     */
    Receiving shown() {
        var receiving = progress.receiving();
        return matched() ? new Receiving(receiving.type(), null, null, null) : receiving;
    }

    public PayinStatus status() {
        return progress.status();
    }

    public Instant createdAt() {
        return Ids.madeAt(id);
    }

    /** The fee that was taken; an estimate while nothing was paid. */
    public long fee() {
        return progress.settled().paid() > 0 ? progress.settled().fee() : Math.min(terms.fee(), terms.transferAmount());
    }

    /** What the merchant is credited; an estimate while nothing was paid. */
    public long net() {
        return progress.settled().paid() > 0 ? progress.settled().net() : terms.transferAmount() - fee();
    }
}
