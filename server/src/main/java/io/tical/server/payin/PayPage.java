package io.tical.server.payin;

/**
 * The URLs of pay pages.
 *
 * @param host the public address of the pay host, such as {@code https://pay.example}
 */
public record PayPage(String host) {
    /** The page of one payin. */
    public String url(String payToken) {
        return host + "/pay/" + payToken;
    }

    /** The page of a USDT deposit. */
    public String depositUrl(String payToken) {
        return host + "/deposit/" + payToken;
    }
}
