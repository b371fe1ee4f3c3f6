package io.tical.common.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The second factor of the signed-in operator.
 *
 * @param confirmedAt since when signing in needs a code; null if it does not
 * @param recoveryCodes how many were not used
 * @param required whether the operator's role requires it, so that it cannot be turned off
 */
public record SecondFactor(boolean enabled, @Nullable Long confirmedAt, int recoveryCodes, boolean required) {
    /**
     * The data for an authenticator app.
     *
     * @param secret in base32
     * @param uri the same with the names that an app shows, as the QR code has it
     */
    public record Enrolment(String secret, String uri, Qr qr) {}

    /**
     * A QR code.
     *
     * @param side the modules in a row, with the quiet zone
     * @param path the black modules, as the attribute {@code d} of a path in SVG
     */
    public record Qr(int side, String path) {}

    /** Codes for one use each, which are not shown again. */
    public record Codes(List<String> recoveryCodes) {}
}
