package io.tical.server.webhook;

/** What became of one callback that was sent, or was not. */
public sealed interface Outcome {
    /**
     * The other side answered, whatever it said.
     *
     * @param statusCode 200 to 599
     * @param excerpt the first 1,024 bytes of the body at most, as text that can be stored and shown; empty when there are
     *     none
     */
    record Answered(int statusCode, String excerpt) implements Outcome {}

    /**
     * No whole answer came, so nothing is known to have been received.
     *
     * @param error for people, in words that stay the same: {@code timeout}, {@code could not resolve host},
     *     {@code address refused: …}, {@code connection refused}, {@code connection reset}, {@code connection closed},
     *     {@code host unreachable}, {@code TLS: …}, {@code malformed response}, {@code malformed URL: …},
     *     {@code connection failed}, {@code interrupted}
     */
    record Unanswered(String error) implements Outcome {}
}
