package io.tical.server.webhook;

import java.util.Map;

/** Sends one callback and returns the outcome. Failures of the endpoint are outcomes, not exceptions. */
@FunctionalInterface
public interface CallbackTransport {
    Outcome post(String url, Map<String, String> headers, byte[] body);
}
