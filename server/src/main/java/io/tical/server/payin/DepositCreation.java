package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.crypto.Deposits;
import io.tical.server.crypto.Network;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Operation;
import io.tical.server.merchant.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is different about a new payin by USDT: it has an address of its own, and so needs no amount of its own. */
final class DepositCreation {
    private final Deposits deposits;
    private final CurrencyProfile usdt;
    private final Duration expiry;

    DepositCreation(Deposits deposits, Currencies currencies, Duration expiry) {
        this.deposits = deposits;
        this.usdt = currencies.usdt();
        this.expiry = expiry;
    }

    /** A deposit that is allowed and has no address yet. */
    record Draft(UUID payinId, Network network, Payin.@Nullable Payer payer, long fee) {}

    Deposits deposits() {
        return deposits;
    }

    CurrencyProfile currency() {
        return usdt;
    }

    /**
     * The network that a request means.
     *
     * @throws io.tical.server.http.Problem.Invalid when there is no such network
     * @throws io.tical.server.http.Problem.Refused {@code NETWORK_DISABLED} when it takes no deposits
     */
    Network network(PayinRequest request, Intake.Crypto intake) {
        var network = deposits.networks().named(intake.network());
        deposits.networks().requireOpen(network, request.livemode());
        return network;
    }

    Draft draft(PayinRequest request, Network network, Payin.@Nullable Payer payer, Policy policy) {
        var fee = policy.fee(request.livemode(), usdt.code(), Operation.PAYIN).of(request.amount());
        return new Draft(Ids.next(), network, payer, fee);
    }

    Payin payin(PayinRequest request, Draft draft, DepositAddresses addresses, String payToken) {
        // The time of its creation is the one in its id; nothing of it may seem older.
        var now = Ids.madeAt(draft.payinId());
        var expiresAt = now.plus(expiry);
        var key = new Deposit.Key(request.organizationId(), request.livemode(), draft.payinId());
        var deposit = addresses.open(key, draft.network(), request.amount(), now, expiresAt);
        var terms = new Payin.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                usdt.code(),
                request.amount(),
                request.amount(),
                draft.fee(),
                Channel.CRYPTO,
                request.provider(),
                null,
                null,
                payToken,
                request.theme(),
                request.redirectUrl(),
                request.notes(),
                draft.payer(),
                request.requestId());
        var receiving =
                new Payin.Receiving(ReceivingType.CRYPTO, deposit.network().name(), deposit.address(), null);
        return new Payin(draft.payinId(), terms, progress(request, receiving, now, expiresAt));
    }

    private static Payin.Progress progress(
            PayinRequest request, Payin.Receiving receiving, Instant now, Instant expiresAt) {
        var due = switch (request.dialect()) {
            case V1 -> expiresAt;
            case GUIDE -> now;
        };
        return new Payin.Progress(
                PayinStatus.PENDING, receiving, Payin.Settled.NOTHING, null, 1, due, expiresAt, now, null);
    }
}
