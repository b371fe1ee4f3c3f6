package io.tical.server.http;

import java.util.Map;

/**
 * A page made for one request.
 *
 * @param status of HTTP
 * @param language BCP 47
 * @param headers headers beside those that every page has
 */
public record HtmlAnswer(int status, String language, byte[] html, Map<String, String> headers) {
    /** Sends a browser elsewhere after it changed something: {@code location} is asked for with GET. */
    public static HtmlAnswer seeOther(String location) {
        return new HtmlAnswer(303, "en", new byte[0], Map.of("Location", location));
    }
}
