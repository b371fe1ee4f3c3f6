package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.merchant.Method;
import java.util.Optional;

/** The channel by which a payin is paid. */
public enum Channel implements Word {
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

    /** The method whose limits apply. */
    Method method() {
        return method;
    }

    public static Optional<Channel> of(String word) {
        return Word.find(Channel.class, word);
    }
}
