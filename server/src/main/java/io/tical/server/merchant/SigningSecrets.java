package io.tical.server.merchant;

import io.tical.server.secret.Secrets;
import java.util.Base64;

/** Generates shared signing secrets. The key is the bytes of the whole text. */
final class SigningSecrets {
    private static final int RANDOM_BYTES = 32;

    private SigningSecrets() {}

    /** For requests: {@code hs_} and 43 base64url characters. */
    static String request() {
        return "hs_" + Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.random(RANDOM_BYTES));
    }

    /** For callbacks: {@code whsec_} and the base64 of 32 bytes, compatible with Standard Webhooks libraries. */
    static String webhook() {
        return "whsec_" + Base64.getEncoder().encodeToString(Secrets.random(RANDOM_BYTES));
    }
}
