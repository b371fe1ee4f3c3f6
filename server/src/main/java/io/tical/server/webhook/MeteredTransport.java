package io.tical.server.webhook;

import io.tical.common.Word;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Family;
import java.util.List;
import java.util.Map;

/** Counts and times the attempts to deliver callbacks. */
record MeteredTransport(Outcome.Transport transport, Calls<MeteredTransport.Result> attempts)
        implements Outcome.Transport {
    /** The result of an attempt. */
    enum Result implements Word {
        /** 2xx. */
        ACKNOWLEDGED,
        /** 4xx, which is final. */
        REFUSED,
        /** Any other status. */
        FAILED,
        UNANSWERED;

        static Result of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Answered answered ->
                    answered.acknowledged() ? ACKNOWLEDGED : answered.isFinal() ? REFUSED : FAILED;
                case Outcome.Unanswered unanswered -> UNANSWERED;
            };
        }
    }

    MeteredTransport(Outcome.Transport transport) {
        this(transport, new Calls<>(Result.class));
    }

    @Override
    public Outcome post(String url, Map<String, String> headers, byte[] body) {
        return attempts.measure(() -> transport.post(url, headers, body), Result::of, Result.UNANSWERED);
    }

    List<Family> metrics() {
        return Calls.families("tical_delivery_attempt", "Attempts to deliver a callback", List.of(attempts));
    }
}
