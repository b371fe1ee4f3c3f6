package io.tical.server.http;

import io.helidon.webserver.http.HttpRouting;

/** What answers some of the paths of a socket. */
@FunctionalInterface
public interface Surface {
    void mount(HttpRouting.Builder routes);
}
