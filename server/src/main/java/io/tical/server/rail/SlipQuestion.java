package io.tical.server.rail;

import org.jspecify.annotations.Nullable;

/**
 * A slip to be verified: the text of its QR code or, where none could be read, the picture.
 *
 * @param qrData the payload of the QR code that a bank printed on the slip; null when it could not be read
 * @param image the picture as JPEG or PNG; asked with only where there is no {@code qrData}, by verifiers that take pictures
 * @param expected what is waited for. It goes to no upstream: only the simulator answers with it.
 */
public record SlipQuestion(
        @Nullable String qrData,
        byte @Nullable [] image,
        @Nullable Expected expected) {
    public SlipQuestion {
        if (qrData == null && image == null) {
            throw new IllegalArgumentException("a slip has a QR code or a picture");
        }
    }

    /** A slip of which the QR code was read and nothing is expected. */
    public static SlipQuestion of(String qrData) {
        return new SlipQuestion(qrData, null, null);
    }

    /**
     * The payment that is waited for.
     *
     * @param amount minor units
     * @param currency ISO 4217
     * @param receiver the account that the payer was told
     */
    public record Expected(long amount, String currency, SlipParty receiver) {}
}
