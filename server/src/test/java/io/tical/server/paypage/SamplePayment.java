package io.tical.server.paypage;

import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.Channel;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.ReceivingType;
import io.tical.server.payin.Theme;
import io.tical.server.paypage.Payment.PromptPayCode;
import io.tical.server.transaction.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** A payment as tests need it: 1,250.37 THB to a shop, by PromptPay or transfer, unless a test says otherwise. */
final class SamplePayment {
    static final String QR_DATA =
            "00020101021229370016A00000067701011101130066812345678530376454071250.375802TH63048968";

    UUID payinId = Ids.next();
    String token = Ids.next().toString().replace("-", "");
    boolean livemode = true;
    String merchantName = "Baan Suan Coffee";
    String currency = "THB";
    long amount = 125_037;
    /** The amount that was paid, once the status says that something was; null is the amount asked for. */
    Long paid;
    /** The part of the amount that distinguishes the payment from others. */
    long extra = 0;

    Brand brand = new Brand(new UUID(1, 1), null, null, null, null);
    PayinStatus status = PayinStatus.PROCESSING;
    Instant expiresAt = Instant.now().plus(Duration.ofMinutes(9).plusSeconds(41));
    Payin.Receiving receiving = account("KBANK", "0123456789", "Baan Suan Coffee Co., Ltd.");
    Payin.Payer payer = null;
    boolean promptpay = true;
    boolean matched = false;
    String orderRef = "order-20481";
    String redirectUrl = null;
    Theme theme = Theme.CLASSIC;

    static SamplePayment of(PayinStatus status) {
        var sample = new SamplePayment();
        sample.status = status;
        return sample;
    }

    /** One that is matched to a payout: the account is a person's. */
    static SamplePayment matched() {
        var sample = new SamplePayment();
        sample.matched = true;
        sample.promptpay = false;
        sample.receiving = account("SCB", "4071234567", "Somchai Jaidee");
        return sample;
    }

    Payment made() {
        var terms = new Payin.Terms(
                new UUID(1, 1),
                livemode,
                Dialect.V1,
                orderRef,
                currency,
                amount - extra,
                amount,
                1_250,
                Channel.BANK,
                null,
                matched ? null : new UUID(2, 2),
                null,
                token,
                theme,
                redirectUrl,
                null,
                payer,
                "request");
        var progress = new Payin.Progress(
                status,
                receiving,
                new Payin.Settled(received(), 0, 0, null, null),
                null,
                1,
                null,
                expiresAt,
                expiresAt,
                null);
        return new Payment(
                new Payin(payinId, terms, progress),
                merchantName,
                brand,
                Currencies.shipped().find(currency).orElseThrow(),
                promptpay ? new PromptPayCode("0812345678", QR_DATA, svg()) : null);
    }

    private long received() {
        return switch (status) {
            case SUCCESS, REJECTED, REFUNDED -> paid == null ? amount : paid;
            case PENDING, PROCESSING, FAILED, EXPIRED, CANCELLED -> 0;
        };
    }

    /** A receiving account. */
    static Payin.Receiving account(String bankCode, String accountNo, String holderName) {
        return new Payin.Receiving(ReceivingType.BANK_TRANSFER, bankCode, accountNo, holderName);
    }

    /** An expected payer. */
    static Payin.Payer payer(String bankCode, String accountNo, String holderName) {
        return new Payin.Payer(new UUID(3, 3), new UUID(4, 4), holderName, bankCode, accountNo, holderName);
    }

    private static String svg() {
        try (var in = Objects.requireNonNull(SamplePayment.class.getResourceAsStream("promptpay.svg"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
