package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.Reservations;
import io.tical.server.collection.Reservations.Reserved;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.crypto.Network;
import io.tical.server.key.TransactionKey;
import io.tical.server.p2p.Offer;
import io.tical.server.p2p.Offers;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An accepted payin, before its receiving account is chosen.
 *
 * @param id the id of the payin; contains the creation time
 * @param fee minor units that the merchant pays for the amount
 * @param candidates the collection accounts that may receive it, in order of preference
 * @param matchable whether it may be matched with a payout
 * @param network the network of a deposit; otherwise null
 * @param at when it was accepted, by the service's clock, from which its times count
 * @param expiry how long the payin is open
 */
record PayinDraft(
        PayinRequest request,
        UUID id,
        CurrencyProfile currency,
        Payin.@Nullable Payer payer,
        long fee,
        List<Candidate> candidates,
        boolean matchable,
        @Nullable Network network,
        Instant at,
        Duration expiry) {
    private static final int TOKEN_BYTES = 24; // 32 characters

    /** A collection account with its channel. */
    record Candidate(Channel channel, CollectionAccount account) {}

    Reservations.Request reservation() {
        return new Reservations.Request(
                request.organizationId(),
                request.livemode(),
                id,
                currency,
                request.amount(),
                candidates.stream().map(Candidate::account).toList());
    }

    Offers.Request offer() {
        return new Offers.Request(
                id,
                new Offers.Kind(request.livemode(), currency.code(), request.amount()),
                payer == null ? null : new Offer.Payer(payer.bankCode(), payer.accountNo()));
    }

    /** The network that must assign an address, or null. */
    DepositAddresses.@Nullable Use addressUse() {
        return network == null ? null : new DepositAddresses.Use(network, request.livemode());
    }

    /** A payin with a collection account. */
    Payin collected(Reserved reserved) {
        var candidate = candidates.get(reserved.choice());
        var account = candidate.account();
        // For a guide's bank payin the service chooses the channel, and an account with
        // PromptPay has a QR code.
        var chosen = request.dialect() == Dialect.GUIDE && account.promptpayId() != null;
        var type = candidate.channel() == Channel.QRCODE || chosen ? ReceivingType.QRCODE : ReceivingType.BANK_TRANSFER;
        return payin(
                candidate.channel(),
                reserved.transferAmount(),
                account,
                new Payin.Receiving(type, account.bankCode(), account.accountNo(), account.holderName()));
    }

    /** A payin matched with a payout. It has no surcharge, because the payee receives exactly the payout's amount. */
    Payin matched(Offer payee) {
        return payin(
                Channel.BANK,
                request.amount(),
                null,
                new Payin.Receiving(ReceivingType.P2P, payee.bankCode(), payee.accountNo(), payee.holderName()));
    }

    /** A deposit. Assigns its address; needs no surcharge. */
    Payin deposited(DepositAddresses addresses) {
        var deposit = addresses.open(
                new TransactionKey(request.organizationId(), request.livemode(), id),
                Objects.requireNonNull(network),
                request.amount(),
                at,
                expiresAt());
        return payin(
                Channel.CRYPTO,
                request.amount(),
                null,
                new Payin.Receiving(ReceivingType.CRYPTO, deposit.network().name(), deposit.address(), null));
    }

    private Payin payin(
            Channel channel, long transferAmount, @Nullable CollectionAccount account, Payin.Receiving receiving) {
        var terms = new Payin.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                currency.code(),
                request.amount(),
                transferAmount,
                fee,
                channel,
                request.provider(),
                account == null ? null : account.id(),
                account == null ? null : account.promptpayId(),
                Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.random(TOKEN_BYTES)),
                request.theme(),
                request.redirectUrl(),
                request.notes(),
                payer,
                request.requestId());
        var createdAt = Ids.madeAt(id);
        var due = switch (request.dialect()) {
            case V1 -> expiresAt();
            case GUIDE -> at;
        };
        return new Payin(
                id,
                terms,
                new Payin.Progress(
                        PayinStatus.PENDING,
                        receiving,
                        Payin.Settled.NOTHING,
                        null,
                        1,
                        due,
                        expiresAt(),
                        createdAt,
                        null));
    }

    private Instant expiresAt() {
        return at.plus(expiry);
    }
}
