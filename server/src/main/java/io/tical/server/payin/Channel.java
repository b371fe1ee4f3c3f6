package io.tical.server.payin;

import io.tical.server.merchant.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a payin comes in by. */
public enum Channel {
    /** A bank transfer. In the guide's vocabulary the service may offer a QR code instead. */
    BANK(Method.BANK),
    /** A QR code that the payer's bank reads. */
    QRCODE(Method.QRCODE),
    /** USDT on a blockchain. */
    CRYPTO(Method.CRYPTO);

    private final Method method;

    Channel(Method method) {
        this.method = method;
    }

    /** Whose limits hold. */
    Method method() {
        return method;
    }

    /** The channel as requests, the database and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Channel> of(String word) {
        return Arrays.stream(values())
                .filter(channel -> channel.word().equals(word))
                .findFirst();
    }
}
