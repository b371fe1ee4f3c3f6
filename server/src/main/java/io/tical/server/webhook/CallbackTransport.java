package io.tical.server.webhook;

import java.util.Map;

/** Takes one callback to its address and tells what came of it; never throws for what the other side does. */
@FunctionalInterface
public interface CallbackTransport {
    Outcome post(String url, Map<String, String> headers, byte[] body);
}
