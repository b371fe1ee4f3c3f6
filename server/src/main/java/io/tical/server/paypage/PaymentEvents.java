package io.tical.server.paypage;

import io.tical.server.http.EventStream;
import io.tical.server.key.TransactionKey;
import io.tical.server.work.Supervisor;
import io.tical.server.work.WatchThread;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The streams that report changes of payments to the pages of this node. One thread reads the states of all open pages' payments several
 * times a second, so it sees changes by any node. An event has no content: the page loads the payment. A listener is therefore never
 * behind, and holds no memory besides its flags.
 */
final class PaymentEvents implements AutoCloseable {
    /** Between two rounds: a page shows a payment within a second. */
    static final Duration PAUSE = Duration.ofMillis(400);

    /** Payments of one statement. */
    private static final int PART = 1_000;

    private static final byte[] CHANGED = "event: payment\ndata: {}\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};

    private final Function<Collection<TransactionKey>, Map<TransactionKey, State>> states;
    private final WatchThread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<TransactionKey, Set<Listener>> listeners = new HashMap<>();
    private boolean watching;

    /**
     * What a page shows depends on these.
     *
     * @param payin the version of the payin
     * @param parts changes with its slips and with its transfers
     * @param disclosed whether its payer has accepted the conditions
     * @param over whether the payment has ended
     */
    record State(long payin, long parts, boolean disclosed, boolean over) {}

    /** @param states the current states of these payments; those that do not exist are left out */
    PaymentEvents(
            Function<Collection<TransactionKey>, Map<TransactionKey, State>> states,
            Duration pause,
            Supervisor supervisor) {
        this.states = states;
        this.thread = new WatchThread("payment-events", pause, supervisor);
    }

    /** Listens. The first event says that the listener hears every later change; the stream ends with the payment. */
    EventStream listen(TransactionKey payment) {
        var listener = new Listener(payment);
        lock.lock();
        try {
            if (thread.isStopped()) {
                listener.close();
                return listener;
            }
            listeners.computeIfAbsent(payment, none -> new HashSet<>()).add(listener);
            if (!watching) {
                watching = true;
                thread.start(this::round, this::continues);
            }
            return listener;
        } finally {
            lock.unlock();
        }
    }

    private boolean continues() {
        lock.lock();
        try {
            watching = !listeners.isEmpty();
            return watching;
        } finally {
            lock.unlock();
        }
    }

    private void round() {
        var payments = payments();
        for (int from = 0; from < payments.size(); from += PART) {
            publish(states.apply(payments.subList(from, Math.min(payments.size(), from + PART))));
        }
    }

    private List<TransactionKey> payments() {
        lock.lock();
        try {
            return List.copyOf(listeners.keySet());
        } finally {
            lock.unlock();
        }
    }

    private void publish(Map<TransactionKey, State> found) {
        lock.lock();
        try {
            found.forEach((payment, state) ->
                    listeners.getOrDefault(payment, Set.of()).forEach(listener -> listener.hear(state)));
        } finally {
            lock.unlock();
        }
    }

    /** Ends all streams, and waits for the thread. */
    @Override
    public void close() {
        thread.stop();
        lock.lock();
        try {
            listeners.values().stream().flatMap(Set::stream).toList().forEach(Listener::close);
        } finally {
            lock.unlock();
        }
        thread.close();
    }

    private final class Listener implements EventStream {
        private final TransactionKey payment;
        private final Semaphore bell = new Semaphore(0);
        private @Nullable State heard;
        private volatile boolean last;
        private volatile boolean ended;

        Listener(TransactionKey payment) {
            this.payment = payment;
        }

        void hear(State state) {
            if (!state.equals(heard)) {
                heard = state;
                last = state.over();
                bell.release();
            }
        }

        @Override
        public byte @Nullable [] next(Duration wait) throws InterruptedException {
            if (ended) {
                return null;
            }
            var rung = bell.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                return null;
            }
            // Several changes are one event.
            bell.drainPermits();
            ended = last;
            return rung ? CHANGED : NOTHING;
        }

        @Override
        public void close() {
            ended = true;
            bell.release();
            lock.lock();
            try {
                listeners.computeIfPresent(payment, (key, others) -> {
                    others.remove(this);
                    return others.isEmpty() ? null : others;
                });
            } finally {
                lock.unlock();
            }
        }
    }
}
