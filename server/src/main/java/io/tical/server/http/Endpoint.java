package io.tical.server.http;

import io.tical.server.access.Scope;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the merchants' API: its path, what an API key needs for it, and its handler.
 *
 * @param method uppercase
 * @param path with {@code {name}} for a path parameter
 * @param scope what the key must have; null where any key is enough
 * @param environment whose keys may use it
 * @param cost which rates a request counts for
 * @param file the file that it takes in a form instead of a JSON body; null for every other operation
 * @param handler answers it
 */
public record Endpoint(
        String method,
        String path,
        @Nullable Scope scope,
        Environment environment,
        Cost cost,
        @Nullable FileField file,
        Handler handler)
        implements Route {
    public Endpoint(String method, String path, @Nullable Scope scope, Environment environment, Handler handler) {
        this(method, path, scope, environment, Cost.USUAL, null, handler);
    }

    /**
     * A file in a {@code multipart/form-data} body.
     *
     * @param name the form's field
     * @param bytesMax its largest size
     * @param admission throws the problem of a request that is refused whatever its file is, before the file is received
     */
    public record FileField(String name, int bytesMax, Consumer<Call> admission) {}

    /** Which keys may use an operation. */
    public enum Environment {
        ANY,
        TEST_ONLY,
        LIVE_ONLY
    }

    /** Which rates a request counts for. */
    public enum Cost {
        /** The environment's. */
        USUAL,
        /** That of verifications too, each of which may cost money upstream. */
        VERIFICATION
    }

    /** Parses to a command, calls a use case, renders. */
    @FunctionalInterface
    public interface Handler {
        Answer handle(Call call);
    }

    public static Endpoint get(String path, Scope scope, Handler handler) {
        return new Endpoint("GET", path, scope, Environment.ANY, handler);
    }

    public static Endpoint post(String path, Scope scope, Handler handler) {
        return new Endpoint("POST", path, scope, Environment.ANY, handler);
    }

    public Endpoint testOnly() {
        return new Endpoint(method, path, scope, Environment.TEST_ONLY, cost, file, handler);
    }

    public Endpoint liveOnly() {
        return new Endpoint(method, path, scope, Environment.LIVE_ONLY, cost, file, handler);
    }

    public Endpoint anyScope() {
        return new Endpoint(method, path, null, environment, cost, file, handler);
    }

    public Endpoint verification() {
        return new Endpoint(method, path, scope, environment, Cost.VERIFICATION, file, handler);
    }

    /** The same, with a file in a form as its body. See {@link FileField}. */
    public Endpoint file(String field, int bytesMax, Consumer<Call> admission) {
        return new Endpoint(method, path, scope, environment, cost, new FileField(field, bytesMax, admission), handler);
    }
}
