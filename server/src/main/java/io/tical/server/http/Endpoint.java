package io.tical.server.http;

import io.tical.server.access.Scope;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the merchants' API: where it is, what a key needs for it, and who answers it.
 *
 * @param method uppercase
 * @param path with {@code {name}} for a path parameter
 * @param scope what the key must have; null where any key will do
 * @param environment which keys may use it
 * @param cost what a request of it takes from the organization
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
     * @param bytesMax what the file may have
     * @param admission throws what the file would be refused with whatever it is, before any of it is received
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
        /** That of verifications besides, each of which may cost money upstream. */
        VERIFICATION
    }

    /** Parse to a command, call a use case, render. */
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
