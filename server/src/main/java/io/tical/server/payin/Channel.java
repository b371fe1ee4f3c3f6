package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.server.merchant.Method;

/** The channel by which a payin is paid. */
public enum Channel implements Word {
    /** A bank transfer. For a payin in the guide's vocabulary the service may choose a QR code instead. */
    BANK(Method.BANK),
    /** A payment QR code. */
    QRCODE(Method.QRCODE),
    /** USDT on a blockchain. */
    CRYPTO(Method.CRYPTO);

    private final Method method;

    Channel(Method method) {
        this.method = method;
    }

    /** The payment method that sets the limits. */
    Method method() {
        return method;
    }
}
