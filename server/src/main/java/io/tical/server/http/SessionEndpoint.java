package io.tical.server.http;

import io.tical.server.input.UploadedFile;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a surface with sessions.
 *
 * @param <P> the signed-in user
 */
public sealed interface SessionEndpoint<P> extends Route {
    /** An operation without a session, such as signing in; limited per address. */
    record Open<P>(String method, String path, Function<Visit, Answer> handler) implements SessionEndpoint<P> {}

    /**
     * An operation with a session.
     *
     * @param allowed whether a user may call it
     * @param activity whether a request counts as activity of the user, which keeps the session active
     * @param proof whether the user must have proved again, a short time ago, who they are
     * @param parameters the names of the parameters of its query
     */
    record Guarded<P>(
            String method,
            String path,
            Predicate<P> allowed,
            Function<SessionCall<P>, ? extends Content> handler,
            boolean activity,
            boolean proof,
            Set<String> parameters)
            implements SessionEndpoint<P> {
        /** This operation, for a user who has proved again who they are. */
        public Guarded<P> afterStepUp() {
            return new Guarded<>(method, path, allowed, handler, activity, true, parameters);
        }

        /** This operation with another method. */
        public Guarded<P> by(String other) {
            return new Guarded<>(other, path, allowed, handler, activity, proof, parameters);
        }

        /** This operation with these parameters in its query. */
        public Guarded<P> taking(String... names) {
            return taking(Set.of(names));
        }

        public Guarded<P> taking(Set<String> names) {
            return new Guarded<>(method, path, allowed, handler, activity, proof, names);
        }

        /** This operation, a list in pages, with these filters. */
        public Guarded<P> paged(String... filters) {
            return taking(Paging.parameters(filters));
        }
    }

    /**
     * A {@code POST} with a session and a file: a form with the field {@code file}.
     *
     * @param allowed whether a user may call it
     * @param bytesMax of the file
     * @param parameters the names of the parameters of its query
     */
    record Upload<P>(
            String path,
            Predicate<P> allowed,
            int bytesMax,
            BiFunction<SessionCall<P>, UploadedFile, Answer> handler,
            Set<String> parameters)
            implements SessionEndpoint<P> {
        static final String FIELD = "file";

        @Override
        public String method() {
            return "POST";
        }
    }

    /**
     * An operation with a session that returns server-sent events.
     *
     * @param allowed whether a user may call it
     * @param opener opens the stream after the last event that the client has received, given its id or null
     * @param parameters the names of the parameters of its query
     */
    record Stream<P>(
            String path,
            Predicate<P> allowed,
            BiFunction<SessionCall<P>, @Nullable String, EventStream> opener,
            Set<String> parameters)
            implements SessionEndpoint<P> {
        /** A stream without parameters. */
        public Stream(
                String path, Predicate<P> allowed, BiFunction<SessionCall<P>, @Nullable String, EventStream> opener) {
            this(path, allowed, opener, Set.of());
        }

        @Override
        public String method() {
            return "GET";
        }
    }

    static <P> Guarded<P> get(String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("GET", path, allowed, handler, true, false, Set.of());
    }

    /** A {@code GET} that a page sends automatically. It does not keep the session active. */
    static <P> Guarded<P> glance(
            String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("GET", path, allowed, handler, false, false, Set.of());
    }

    static <P> Guarded<P> post(String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("POST", path, allowed, handler, true, false, Set.of());
    }

    static <P> Guarded<P> put(String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("PUT", path, allowed, handler, true, false, Set.of());
    }

    static <P> Guarded<P> patch(
            String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("PATCH", path, allowed, handler, true, false, Set.of());
    }

    static <P> Guarded<P> delete(
            String path, Predicate<P> allowed, Function<SessionCall<P>, ? extends Content> handler) {
        return new Guarded<>("DELETE", path, allowed, handler, true, false, Set.of());
    }
}
