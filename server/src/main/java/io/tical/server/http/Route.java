package io.tical.server.http;

import java.util.Set;

/** An operation with an uppercase method and a path with {@code {name}} for parameters. */
public interface Route {
    String method();

    String path();

    /** The names of the parameters that its query may have. Others are refused, and it can read no others. */
    default Set<String> parameters() {
        return Set.of();
    }
}
