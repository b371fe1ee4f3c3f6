package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;

/** A group of routes of a socket. */
@FunctionalInterface
public interface Surface {
    void mount(HttpRouting.Builder routes);
}
