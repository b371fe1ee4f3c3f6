package io.tical.server.rail;

import java.time.Duration;

/** The answers of the simulated verification services of this node, which operators can change. */
public final class SimulatorAnswers {
    private volatile Answers now = Answers.USUAL;

    /** The simulated result of a slip. */
    public enum Slip {
        VERIFIED,
        REJECTED,
        PENDING,
        UNAVAILABLE
    }

    /** The simulated result of an account. */
    public enum Holder {
        FOUND,
        UNKNOWN,
        UNAVAILABLE
    }

    /** @param latency the delay of each answer, at most {@link Upstream#DEADLINE} */
    public record Answers(Slip slip, Holder holder, Duration latency) {
        public static final Answers USUAL = new Answers(Slip.VERIFIED, Holder.FOUND, Duration.ZERO);

        public Answers {
            if (latency.isNegative() || latency.compareTo(Upstream.DEADLINE) > 0) {
                throw new IllegalArgumentException("the latency must be 0 to " + Upstream.DEADLINE.toMillis() + " ms");
            }
        }
    }

    public Answers now() {
        return now;
    }

    /** Applies to subsequent requests. */
    public void set(Answers answers) {
        now = answers;
    }

    /** Waits for the latency and returns the answers. */
    Answers afterLatency() {
        var answers = now;
        try {
            Thread.sleep(answers.latency());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers;
    }
}
