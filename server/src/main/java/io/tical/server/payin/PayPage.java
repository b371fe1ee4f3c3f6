package io.tical.server.payin;

/**
 * The URLs of pay pages.
 *
 * @param host the pay host's public address, as {@code https://pay.example}
 */
public record PayPage(String host) {
    /** The page of one payin. */
    public String url(String payToken) {
        return host + "/pay/" + payToken;
    }
}
