package io.tical.server.webhook;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The outcome of one attempt to send a callback. */
public sealed interface Outcome {
    /** Sends one callback. Failures of the endpoint are outcomes, not exceptions. */
    @FunctionalInterface
    interface Transport {
        Outcome post(String url, Map<String, String> headers, byte[] body);
    }

    /**
     * The endpoint responded.
     *
     * @param statusCode 200 to 599
     * @param excerpt at most the first 1,024 bytes of the body, as text that can be stored and displayed; empty without a body
     */
    record Answered(Integer statusCode, String excerpt) implements Outcome {}

    /**
     * There was no complete response, so it is unknown whether the endpoint received the callback.
     *
     * @param error a stable text for people: {@code timeout}, {@code could not resolve host}, {@code
     *     address refused: …}, {@code connection refused}, {@code connection reset}, {@code connection closed}, {@code
     *     host unreachable}, {@code TLS: …}, {@code malformed response}, {@code malformed URL: …}, {@code connection
     *     failed}, {@code interrupted}
     */
    record Unanswered(String error) implements Outcome {}

    /** The HTTP status of a response, or null. */
    default @Nullable Integer statusCode() {
        return null;
    }

    default @Nullable String excerpt() {
        return null;
    }

    default @Nullable String error() {
        return null;
    }

    // 2xx acknowledges, 4xx is permanent, everything else is retried.
    default boolean acknowledged() {
        return statusCode() instanceof Integer code && code / 100 == 2;
    }

    /** Whether the endpoint acknowledged the callback or refused it permanently. */
    default boolean isFinal() {
        return acknowledged() || (statusCode() instanceof Integer code && code / 100 == 4);
    }
}
