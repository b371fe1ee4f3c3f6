package io.tical.server.http;

import java.util.Optional;
import java.util.function.Function;

/**
 * An operation of a surface without credentials that returns server-sent events.
 *
 * @param opener opens the stream; empty if there will be no more events, so that browsers do not reconnect
 */
public record PublicEvents(String path, Function<PublicCall, Optional<EventStream>> opener) implements Route {
    @Override
    public String method() {
        return "GET";
    }
}
