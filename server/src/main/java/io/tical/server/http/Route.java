package io.tical.server.http;

/** An operation that {@link Routes} can find: a method in capitals, and a path with {@code {name}} for a parameter. */
public interface Route {
    String method();

    String path();
}
