package io.tical.server.http;

import io.tical.server.http.PublicApi.HtmlAnswer;
import java.util.function.Function;

/**
 * One operation of a surface without credentials.
 *
 * @param file whether it accepts a file; uploads have a separate rate limit
 * @param <A> the response: an {@link Answer} or an {@link HtmlAnswer}
 */
public record PublicEndpoint<A>(String method, String path, boolean file, Function<PublicCall, A> handler)
        implements Route {
    public static <A> PublicEndpoint<A> get(String path, Function<PublicCall, A> handler) {
        return new PublicEndpoint<>("GET", path, false, handler);
    }

    public static <A> PublicEndpoint<A> post(String path, Function<PublicCall, A> handler) {
        return new PublicEndpoint<>("POST", path, false, handler);
    }

    /** A {@code POST} of a file. */
    public static <A> PublicEndpoint<A> upload(String path, Function<PublicCall, A> handler) {
        return new PublicEndpoint<>("POST", path, true, handler);
    }
}
