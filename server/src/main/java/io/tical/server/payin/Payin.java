package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.ledger.WalletKey;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payin as stored: what was asked and what the payer was told, which never change, and how far it has come.
 *
 * @param id made in the millisecond of its creation
 */
public record Payin(UUID id, Terms terms, Progress progress) {
    /** In which vocabulary it was created. */
    public enum Dialect implements Word {
        V1,
        GUIDE;

        static Dialect of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * What was asked, and what the payer was told.
     *
     * @param amount minor units that the merchant asked for
     * @param transferAmount minor units that the payer is to send: the amount, and what tells this payin from others
     * @param fee minor units that the amount costs the merchant
     * @param provider the rail that the request named, if it did
     * @param collectionAccountId the operator's account that receives it, where one does
     * @param promptpayId that account's PromptPay id, where it has one
     * @param payToken 32 characters that open the pay page
     * @param redirectUrl where the pay page sends the payer at the end
     * @param payer whom the merchant expects to pay, in the guide's vocabulary
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
            String requestId) {
        public WalletKey wallet() {
            return new WalletKey(organizationId, livemode, currency);
        }
    }

    /** A customer and the account on record: shown, compared with the sender, used for a refund. */
    public record Payer(
            UUID accountId,
            UUID customerId,
            String customerName,
            String bankCode,
            String accountNo,
            String holderName) {}

    /**
     * How far it has come.
     *
     * @param version raised by every change; a decision names the version it saw
     * @param dueAt when background work looks at it next, or null
     * @param expiresAt until when it is open; for one of the guide's vocabulary that is still pending an estimate
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

        Progress withReceiving(Receiving receiving) {
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
     * What came in, in minor units.
     *
     * @param paid what the payer paid
     * @param fee the part of it that was taken as a fee
     * @param feeReturned the part of the fee given back
     * @param reference the payment's own reference, as a rail or a slip told it
     */
    public record Settled(
            long paid, long fee, long feeReturned, @Nullable String reference) {
        static final Settled NOTHING = new Settled(0, 0, 0, null);

        /** What the merchant got. */
        long net() {
            return paid - fee;
        }
    }

    /** Whether its payer pays the payee of a payout: then no account of the operator's receives it. */
    public boolean matched() {
        return terms.collectionAccountId() == null && terms.channel() != Channel.CRYPTO;
    }

    /**
     * The account that receives it, as its merchant may see it. Another person's account is for the payer alone, who accepts
     * conditions before he sees it: whoever could read it elsewhere could pass it on without them.
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

    /** The fee: estimated while nothing was paid, taken afterwards. */
    public long fee() {
        return progress.settled().paid() > 0 ? progress.settled().fee() : Math.min(terms.fee(), terms.transferAmount());
    }

    /** What the merchant gets: estimated while nothing was paid. */
    public long net() {
        return progress.settled().paid() > 0 ? progress.settled().net() : terms.transferAmount() - fee();
    }
}
