package io.tical.server.http;

import java.util.function.Function;

/**
 * One operation of a surface that asks nobody who they are.
 *
 * @param <A> what it is answered with: an {@link Answer}, or the {@link HtmlAnswer} of a page
 */
public record PublicEndpoint<A>(String method, String path, Function<PublicCall, A> handler) implements Route {
    public static <A> PublicEndpoint<A> get(String path, Function<PublicCall, A> handler) {
        return new PublicEndpoint<>("GET", path, handler);
    }

    public static <A> PublicEndpoint<A> post(String path, Function<PublicCall, A> handler) {
        return new PublicEndpoint<>("POST", path, handler);
    }
}
