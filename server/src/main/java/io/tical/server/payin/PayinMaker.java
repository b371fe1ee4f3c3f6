package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.Reservations.Reserved;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.p2p.Offer;
import io.tical.server.payin.PayinDraft.Basis;
import io.tical.server.transaction.TransactionKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes a payin of what was asked for and of where it is paid. */
final class PayinMaker {
    private static final int TOKEN_BYTES = 24; // 32 characters

    private final Duration expiry;
    private final SecureRandom random = new SecureRandom();

    /** @param expiry how long a payin is open */
    PayinMaker(Duration expiry) {
        this.expiry = expiry;
    }

    /** What the place of its payment says of a payin. */
    private record Where(
            Channel channel,
            long transferAmount,
            @Nullable UUID collectionAccountId,
            @Nullable String promptpayId,
            Payin.Receiving receiving) {}

    Payin placed(PayinRequest request, PayinDraft.Placeable draft, Reserved place) {
        var account = draft.reservation().accounts().get(place.choice());
        var channel = draft.channels().get(place.choice());
        var receiving = new Payin.Receiving(
                receivingType(request, channel, account),
                account.bankCode(),
                account.accountNo(),
                account.holderName());
        return payin(
                request,
                draft.basis(),
                new Where(
                        channel,
                        place.transferAmount(),
                        account.id(),
                        account.promptpayId(),
                        receiving));
    }

    /** A guide's bank payin lets the service choose (spec, Payin create body), and an account with PromptPay means a QR. */
    private static ReceivingType receivingType(PayinRequest request, Channel channel, CollectionAccount account) {
        var chosen =
                request.dialect() == Payin.Dialect.GUIDE && account.promptpayId() != null;
        return channel == Channel.QRCODE || chosen ? ReceivingType.QRCODE : ReceivingType.BANK_TRANSFER;
    }

    /** The payee is to have just the payout's amount, so nothing is added that would tell this payment from others. */
    Payin matched(PayinRequest request, Basis basis, Offer payee) {
        var receiving = new Payin.Receiving(ReceivingType.P2P, payee.bankCode(), payee.accountNo(), payee.holderName());
        return payin(request, basis, new Where(Channel.BANK, request.amount(), null, null, receiving));
    }

    /** A payin by USDT has an address of its own, which is opened here, and so needs no amount of its own. */
    Payin deposited(PayinRequest request, PayinDraft.Depositable draft, DepositAddresses addresses) {
        var id = draft.basis().payinId();
        var deposit = addresses.open(
                new TransactionKey(request.organizationId(), request.livemode(), id),
                draft.network(),
                request.amount(),
                Ids.madeAt(id),
                expiresAt(id));
        var receiving =
                new Payin.Receiving(ReceivingType.CRYPTO, deposit.network().name(), deposit.address(), null);
        return payin(request, draft.basis(), new Where(Channel.CRYPTO, request.amount(), null, null, receiving));
    }

    private Payin payin(PayinRequest request, Basis basis, Where where) {
        var terms = new Payin.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                basis.currency().code(),
                request.amount(),
                where.transferAmount(),
                basis.fee(),
                where.channel(),
                request.provider(),
                where.collectionAccountId(),
                where.promptpayId(),
                payToken(),
                request.theme(),
                request.redirectUrl(),
                request.notes(),
                basis.payer(),
                request.requestId());
        // The time of its creation is the one in its id; nothing of it may seem older.
        var now = Ids.madeAt(basis.payinId());
        var expiresAt = expiresAt(basis.payinId());
        var due = switch (request.dialect()) {
            case V1 -> expiresAt;
            case GUIDE -> now;
        };
        var progress = new Payin.Progress(
                PayinStatus.PENDING, where.receiving(), Payin.Settled.NOTHING, null, 1, due, expiresAt, now, null);
        return new Payin(basis.payinId(), terms, progress);
    }

    private Instant expiresAt(UUID payinId) {
        return Ids.madeAt(payinId).plus(expiry);
    }

    private String payToken() {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
