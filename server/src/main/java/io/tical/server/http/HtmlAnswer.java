package io.tical.server.http;

import java.util.Map;

/**
 * A dynamic HTML page.
 *
 * @param status the HTTP status
 * @param language BCP 47
 * @param headers additional headers
 */
public record HtmlAnswer(int status, String language, byte[] html, Map<String, String> headers) {
    /** Redirects a browser to {@code location} after a change. */
    public static HtmlAnswer seeOther(String location) {
        return new HtmlAnswer(303, "en", new byte[0], Map.of("Location", location));
    }
}
