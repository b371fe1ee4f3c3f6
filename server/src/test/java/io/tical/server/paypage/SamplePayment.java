package io.tical.server.paypage;

import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import io.tical.server.paypage.Payment.Account;
import io.tical.server.paypage.Payment.PromptPayCode;
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
    PayinStatus status = PayinStatus.PROCESSING;
    Instant expiresAt = Instant.now().plus(Duration.ofMinutes(9).plusSeconds(41));
    Account destination = new Account("KBANK", "0123456789", "Baan Suan Coffee Co., Ltd.");
    Account payer = null;
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
        sample.destination = new Account("SCB", "4071234567", "Somchai Jaidee");
        return sample;
    }

    Payment made() {
        return new Payment(
                new UUID(1, 1),
                livemode,
                payinId,
                token,
                merchantName,
                Currencies.shipped().find(currency).orElseThrow(),
                amount,
                1_250,
                amount - 1_250,
                status,
                expiresAt,
                destination,
                payer,
                promptpay ? new PromptPayCode("0812345678", QR_DATA, svg()) : null,
                matched,
                orderRef,
                redirectUrl,
                theme);
    }

    private static String svg() {
        try (var in = Objects.requireNonNull(SamplePayment.class.getResourceAsStream("promptpay.svg"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
