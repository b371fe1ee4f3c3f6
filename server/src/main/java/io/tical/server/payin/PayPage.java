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

    /** The page of one payin by USDT. */
    public String depositUrl(String payToken) {
        return host + "/deposit/" + payToken;
    }
}
