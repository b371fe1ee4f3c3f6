package io.tical.server.webhook;

/** The outcome of one attempt to send a callback. */
public sealed interface Outcome {
    /**
     * The endpoint responded.
     *
     * @param statusCode 200 to 599
     * @param excerpt the first 1,024 bytes of the body at most, as text that can be stored and shown; empty when there
     *     are none
     */
    record Answered(int statusCode, String excerpt) implements Outcome {}

    /**
     * There was no complete response, so it is unknown whether the endpoint received the callback.
     *
     * @param error for people, in words that stay the same: {@code timeout}, {@code could not resolve host}, {@code
     *     address refused: …}, {@code connection refused}, {@code connection reset}, {@code connection closed}, {@code
     *     host unreachable}, {@code TLS: …}, {@code malformed response}, {@code malformed URL: …}, {@code connection
     *     failed}, {@code interrupted}
     */
    record Unanswered(String error) implements Outcome {}
}
