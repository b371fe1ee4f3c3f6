package io.tical.server.slip;

import io.tical.server.qr.MiniQr;
import io.tical.server.rail.SlipParty;
import org.jspecify.annotations.Nullable;

/**
 * A slip to verify: the text of its QR code or, if it could not be read, the picture.
 *
 * @param qrData the payload of the slip's QR code; null if it could not be read
 * @param image the picture as JPEG or PNG; used only without {@code qrData}, by verifiers that accept pictures
 * @param expected the expected payment, used only by the simulator
 */
public record SlipQuestion(
        @Nullable String qrData,
        byte @Nullable [] image,
        @Nullable Expected expected) {
    public SlipQuestion {
        if (qrData == null && image == null) {
            throw new IllegalArgumentException("a slip needs a QR code or a picture");
        }
    }

    /** Creates a question with a QR code and no expected payment. */
    public static SlipQuestion of(String qrData) {
        return new SlipQuestion(qrData, null, null);
    }

    /** Whether its QR code was read as that of a slip of the TrueMoney wallet. */
    boolean isOfWallet() {
        return qrData != null
                && MiniQr.read(qrData)
                        .filter(code -> code.sendingBank() == null)
                        .isPresent();
    }

    /**
     * The expected payment.
     *
     * @param amount the amount in minor units
     * @param currency ISO 4217
     * @param receiver the account shown to the payer
     */
    public record Expected(long amount, String currency, SlipParty receiver) {}
}
