package io.tical.server.http;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One operation of a surface where people sign in.
 *
 * @param <P> what is known of who has signed in
 */
public sealed interface SessionEndpoint<P> extends Route {
    /** For people who have not signed in, so that they can; each address may come only so often. */
    record Open<P>(String method, String path, Function<Visit, Answer> handler) implements SessionEndpoint<P> {}

    /**
     * For people who have signed in.
     *
     * @param allowed who may use it
     */
    record Guarded<P>(String method, String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler)
            implements SessionEndpoint<P> {}

    static <P> SessionEndpoint<P> get(String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler) {
        return new Guarded<>("GET", path, allowed, handler);
    }

    static <P> SessionEndpoint<P> post(String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler) {
        return new Guarded<>("POST", path, allowed, handler);
    }

    static <P> SessionEndpoint<P> put(String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler) {
        return new Guarded<>("PUT", path, allowed, handler);
    }

    static <P> SessionEndpoint<P> patch(String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler) {
        return new Guarded<>("PATCH", path, allowed, handler);
    }

    static <P> SessionEndpoint<P> delete(String path, Predicate<P> allowed, Function<SessionCall<P>, Answer> handler) {
        return new Guarded<>("DELETE", path, allowed, handler);
    }
}
