package io.tical.server.merchant;

import io.tical.server.secret.Secrets;
import java.util.Base64;

/** Generates the signing secrets of requests. The key is the bytes of the whole text. */
final class SigningSecrets {
    private static final int RANDOM_BYTES = 32;

    private SigningSecrets() {}

    /** {@code hs_} and 43 base64url characters. */
    static String request() {
        return "hs_" + Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.random(RANDOM_BYTES));
    }
}
