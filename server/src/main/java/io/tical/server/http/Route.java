package io.tical.server.http;

/** An operation with an uppercase method and a path with {@code {name}} for parameters. */
public interface Route {
    String method();

    String path();
}
