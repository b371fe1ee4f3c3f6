package io.tical.server.http;

import io.tical.server.access.Scope;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the merchants' API.
 *
 * @param method uppercase
 * @param path with {@code {name}} for a path parameter
 * @param scope the required scope; null if every key may call it
 * @param file the file in a form, instead of a JSON body; or null
 * @param parameters the names of the parameters of its query
 * @param handler parses the request, and passes it to a use case, with the function that renders the result if the request is idempotent
 */
public record Endpoint(
        String method,
        String path,
        @Nullable Scope scope,
        Environment environment,
        Cost cost,
        @Nullable FileField file,
        Set<String> parameters,
        Function<Call, ? extends Content> handler)
        implements Route {
    public Endpoint(
            String method,
            String path,
            @Nullable Scope scope,
            Environment environment,
            Function<Call, ? extends Content> handler) {
        this(method, path, scope, environment, Cost.USUAL, null, Set.of(), handler);
    }

    /**
     * A file in a {@code multipart/form-data} body.
     *
     * @param admission refuses requests before the file is received, by throwing a problem
     */
    public record FileField(String name, int bytesMax, Consumer<Call> admission) {}

    /** The environments whose keys may call an operation. */
    public enum Environment {
        ANY,
        TEST_ONLY,
        LIVE_ONLY
    }

    /** The rate limits that a request counts against. */
    public enum Cost {
        /** The rate limit of the environment. */
        USUAL,
        /** Also the limit of verifications, which may cost money upstream. */
        VERIFICATION
    }

    public static Endpoint get(String path, Scope scope, Function<Call, ? extends Content> handler) {
        return new Endpoint("GET", path, scope, Environment.ANY, handler);
    }

    public static Endpoint post(String path, Scope scope, Function<Call, ? extends Content> handler) {
        return new Endpoint("POST", path, scope, Environment.ANY, handler);
    }

    public static Endpoint patch(String path, Scope scope, Function<Call, ? extends Content> handler) {
        return new Endpoint("PATCH", path, scope, Environment.ANY, handler);
    }

    public static Endpoint delete(String path, Scope scope, Function<Call, ? extends Content> handler) {
        return new Endpoint("DELETE", path, scope, Environment.ANY, handler);
    }

    /** Returns this endpoint with these parameters in its query. */
    public Endpoint taking(String... names) {
        return new Endpoint(method, path, scope, environment, cost, file, Set.of(names), handler);
    }

    /** Returns this endpoint, a list in pages, with these filters. */
    public Endpoint paged(String... filters) {
        return new Endpoint(method, path, scope, environment, cost, file, Paging.parameters(filters), handler);
    }

    public Endpoint testOnly() {
        return new Endpoint(method, path, scope, Environment.TEST_ONLY, cost, file, parameters, handler);
    }

    public Endpoint liveOnly() {
        return new Endpoint(method, path, scope, Environment.LIVE_ONLY, cost, file, parameters, handler);
    }

    public Endpoint anyScope() {
        return new Endpoint(method, path, null, environment, cost, file, parameters, handler);
    }

    public Endpoint verification() {
        return new Endpoint(method, path, scope, environment, Cost.VERIFICATION, file, parameters, handler);
    }

    /** Returns this endpoint with a file in a form as its body. See {@link FileField}. */
    public Endpoint file(String field, int bytesMax, Consumer<Call> admission) {
        return new Endpoint(
                method, path, scope, environment, cost, new FileField(field, bytesMax, admission), parameters, handler);
    }
}
