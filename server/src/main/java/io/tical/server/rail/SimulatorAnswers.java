package io.tical.server.rail;

import io.tical.common.Word;
import java.time.Duration;

/** The answers of this node's simulated rail and verification services, which operators can change. */
public final class SimulatorAnswers {
    private volatile Answers now = Answers.USUAL;
    private long latest;

    /** The simulated result of a payout. */
    public enum Payout implements Word {
        /** The result that the amount selects; see {@link SimulatorRail}. */
        SUCCESS,
        FAIL,
        PARTIAL,
        UNKNOWN,
        /** The result that the amount selects, reported only when the rail is polled. */
        DELAY,
        /** None: people pay it, by files of payments to the simulator or by hand, as they pay live ones. */
        FILE
    }

    /** The simulated result of a slip. */
    public enum Slip implements Word {
        VERIFIED,
        REJECTED,
        PENDING,
        UNAVAILABLE
    }

    /** The simulated result of an account. */
    public enum Holder implements Word {
        FOUND,
        UNKNOWN,
        UNAVAILABLE
    }

    /** Whether merchants can add test money to their wallets. */
    public enum TopUp implements Word {
        OPEN,
        /** Every new top-up is refused. */
        BLOCKED
    }

    /**
     * @param topUp of test wallets
     * @param latency the delay of each answer of the rail and the verification services, at most {@link Upstream#DEADLINE}
     */
    public record Answers(Payout payout, Slip slip, Holder holder, TopUp topUp, Duration latency) {
        public static final Answers USUAL = new Answers(Slip.VERIFIED, Holder.FOUND, Duration.ZERO);

        public Answers(Slip slip, Holder holder, Duration latency) {
            this(Payout.SUCCESS, slip, holder, TopUp.OPEN, latency);
        }

        public Answers {
            if (latency.isNegative() || latency.compareTo(Upstream.DEADLINE) > 0) {
                throw new IllegalArgumentException("the latency must be 0 to " + Upstream.DEADLINE.toMillis() + " ms");
            }
        }
    }

    public Answers now() {
        return now;
    }

    /** Applies a change that an operator made on any node, unless a later one was applied. */
    synchronized void take(long version, Answers answers) {
        if (version > latest) {
            latest = version;
            now = answers;
        }
    }

    /** Waits for the latency and returns the answers. */
    public Answers afterLatency() {
        var answers = now;
        try {
            Thread.sleep(answers.latency());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answers;
    }
}
