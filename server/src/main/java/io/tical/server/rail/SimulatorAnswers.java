package io.tical.server.rail;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** What the simulated verification services of this node answer, until an operator says otherwise. */
public final class SimulatorAnswers {
    private final AtomicReference<Answers> now = new AtomicReference<>(Answers.USUAL);

    /** What is made of a slip. */
    public enum Slip {
        VERIFIED,
        REJECTED,
        PENDING,
        UNAVAILABLE
    }

    /** What is made of an account. */
    public enum Holder {
        FOUND,
        UNKNOWN,
        UNAVAILABLE
    }

    /** @param latency how long each answer takes, at most {@link Upstream#DEADLINE} */
    public record Answers(Slip slip, Holder holder, Duration latency) {
        public static final Answers USUAL = new Answers(Slip.VERIFIED, Holder.FOUND, Duration.ZERO);

        public Answers {
            if (latency.isNegative() || latency.compareTo(Upstream.DEADLINE) > 0) {
                throw new IllegalArgumentException("a latency is from 0 to " + Upstream.DEADLINE.toMillis() + " ms");
            }
        }
    }

    public Answers now() {
        return now.get();
    }

    /** From the next question on. */
    public void set(Answers answers) {
        now.set(answers);
    }

    /** What to answer, after the time it takes. */
    Answers afterLatency() {
        var answers = now();
        try {
            Thread.sleep(answers.latency());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers;
    }
}
