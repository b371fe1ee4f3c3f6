package io.tical.server.paypage;

import io.tical.common.Ids;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositUri;
import io.tical.server.crypto.MicroUsdt;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Transfer;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.Channel;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.ReceivingType;
import io.tical.server.payin.Theme;
import io.tical.server.qr.QrSvg;
import io.tical.server.transaction.Dialect;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** A deposit as tests need it: 25.50 USDT to a shop on TRON, with 20 confirmations, unless a test says otherwise. */
final class SampleDeposit {
    static final DepositUri URI = new DepositUri(Map.of(
            Network.TRC20, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            Network.ERC20, "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            Network.BEP20, "0x55d398326f99059fF775485246999027B3197955"));

    final String token = Ids.next().toString().replace("-", "");
    final UUID payinId = Ids.next();
    final List<Transfer> transfers = new ArrayList<>();
    Network network = Network.TRC20;
    String address = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";
    long amount = 25_500_000;
    /** What was posted, once something was; 0 is the amount. */
    long paid;

    boolean livemode = true;
    PayinStatus status = PayinStatus.PENDING;
    Instant expiresAt = Instant.now().plus(Duration.ofMinutes(9).plusSeconds(41));
    Brand brand = new Brand(new UUID(1, 1), null, null, null, null);
    String redirectUrl = null;
    Theme theme = Theme.CLASSIC;

    static SampleDeposit of(PayinStatus status) {
        var sample = new SampleDeposit();
        sample.status = status;
        return sample;
    }

    /** Puts a transfer there, or in the place of the one of this number. */
    SampleDeposit transfer(int number, long micro, long confirmations, Transfer.State state) {
        return transfer(number, micro, confirmations, state, Instant.parse("2026-11-24T07:05:00Z"));
    }

    SampleDeposit transfer(int number, long micro, long confirmations, Transfer.State state, Instant at) {
        var hash = String.format(Locale.ROOT, "a9d3%02d7e55b1c20f4", number).repeat(4);
        var transfer = new Transfer(
                network,
                hash,
                0,
                "sender",
                BigInteger.valueOf(micro).multiply(MicroUsdt.unitsPerMicro(network)),
                new MicroUsdt(micro, BigInteger.ZERO),
                number,
                confirmations,
                at,
                state);
        if (number < transfers.size()) {
            transfers.set(number, transfer);
        } else {
            transfers.add(transfer);
        }
        return this;
    }

    DepositPayment made() {
        var terms = new Payin.Terms(
                new UUID(1, 1),
                livemode,
                Dialect.V1,
                "order-20481",
                "USDT",
                amount,
                amount,
                0,
                Channel.CRYPTO,
                null,
                null,
                null,
                token,
                theme,
                redirectUrl,
                null,
                null,
                "request");
        var progress = new Payin.Progress(
                status,
                new Payin.Receiving(ReceivingType.CRYPTO, network.name(), address, null),
                new Payin.Settled(posted(), 0, 0, null, null),
                null,
                1,
                null,
                expiresAt,
                expiresAt,
                null);
        var payin = new Payin(payinId, terms, progress);
        var deposit = new Deposit(
                payin.key(),
                network,
                address,
                amount,
                20,
                Instant.EPOCH,
                expiresAt,
                new Deposit.Progress(
                        Deposit.State.WAITING, 0, null, 0, 0, null, null, 1, new Deposit.Check(null, null, null)));
        var payment = new DepositPayment(
                payin,
                deposit,
                List.copyOf(transfers),
                "Baan Suan Coffee",
                brand,
                Currencies.shipped().usdt(),
                null);
        if (payment.missing() == 0) {
            return payment;
        }
        var text = livemode ? URI.of(network, address, payment.missing()) : address;
        return payment.with(new DepositPayment.Code(text, QrSvg.of(text)));
    }

    private long posted() {
        return switch (status) {
            case SUCCESS, REJECTED, REFUNDED -> paid == 0 ? amount : paid;
            case PENDING, PROCESSING, FAILED, EXPIRED, CANCELLED -> 0;
        };
    }
}
