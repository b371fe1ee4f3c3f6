package io.tical.server.payin;

import java.util.function.Supplier;

/**
 * The addresses of the pages for payers.
 *
 * @param host the pay host's public address, as {@code https://pay.example}; known once its socket listens
 */
public record PayPage(Supplier<String> host) {
    /** The page of one payin. */
    public String url(String payToken) {
        return host.get() + "/pay/" + payToken;
    }
}
