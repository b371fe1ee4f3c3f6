package io.tical.server.admin;

import io.tical.db.DatabaseUnavailable;
import io.tical.server.http.EventStream;
import io.tical.server.problem.Problem;
import io.tical.server.work.Supervisor;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operators of this node what changes in the queues. One thread looks every two seconds while anybody listens, however many they
 * are, and encodes each event once. A listener that does not read is ended. An event's id names its thread and its number, so
 * a listener that comes back within the history misses nothing.
 */
final class QueueEvents implements AutoCloseable {
    static final Duration PAUSE = Duration.ofSeconds(2);
    /** How long the queues are watched after the last listener has gone, for when it comes back. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private static final int HISTORY_MAX = 1_000;
    private static final int LISTENERS_MAX = 1_000;
    private static final int LISTENERS_OF_ONE_MAX = 20;
    /** Rounds with events that a listener may be behind. */
    private static final int BEHIND_MAX = 60;

    private static final Pattern ID = Pattern.compile("([0-9a-f]{8})-([0-9]{1,18})");
    private static final byte[] NOTHING = {};

    private static final Logger LOG = LoggerFactory.getLogger(QueueEvents.class);

    private final Supplier<? extends Source> sources;
    private final Duration pause;
    private final Supervisor supervisor;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Listener> listeners = new HashSet<>();
    private @Nullable Watching watching;
    private @Nullable Thread thread;

    private record Event(long number, byte[] bytes) {}

    /** The queues as one thread reads them. */
    interface Source {
        /** What has changed since the last call; for the first one, {@link #states}. */
        List<QueueWatch.Change> changes();

        /** What was in the queues at the last call of {@link #changes}. */
        QueueWatch.Change states();
    }

    /**
     * @param sources begins to read the queues
     * @param pause between two looks at them
     */
    QueueEvents(Supplier<? extends Source> sources, Duration pause, Supervisor supervisor) {
        this.sources = sources;
        this.pause = pause;
        this.supervisor = supervisor;
    }

    /**
     * Listens. The first event is what is in the queues; after {@code lastId}, what happened since, or {@code reset} if that is not
     * known.
     *
     * @throws Problem.Unavailable {@code TOO_MANY_STREAMS}
     */
    EventStream listen(String operator, @Nullable String lastId) {
        lock.lock();
        try {
            var own = listeners.stream()
                    .filter(one -> one.operator.equals(operator))
                    .count();
            if (closed.getCount() == 0 || listeners.size() >= LISTENERS_MAX || own >= LISTENERS_OF_ONE_MAX) {
                throw new Problem.Unavailable("TOO_MANY_STREAMS", "Too many streams are open; close one of them");
            }
            var current = watching;
            if (current == null) {
                current = new Watching();
                watching = current;
                thread = Thread.ofVirtual().name("queue-events").start(current);
            }
            var listener = new Listener(operator);
            current.first(lastId, listener);
            listeners.add(listener);
            return listener;
        } finally {
            lock.unlock();
        }
    }

    /** Ends all streams, and waits for the thread. */
    @Override
    public void close() {
        closed.countDown();
        Thread ending;
        lock.lock();
        try {
            List.copyOf(listeners).forEach(Listener::close);
            ending = thread;
        } finally {
            lock.unlock();
        }
        try {
            if (ending != null) {
                ending.join(CLOSE_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] together(List<Event> events) {
        var bytes = new ByteArrayOutputStream();
        events.forEach(event -> bytes.writeBytes(event.bytes()));
        return bytes.toByteArray();
    }

    /** Watches the queues until nobody has listened for a while. */
    private final class Watching implements Runnable {
        private final String name = UUID.randomUUID().toString().substring(0, 8);
        private final Source watch = sources.get();
        private final Deque<Event> history = new ArrayDeque<>();
        private long last;
        private QueueWatch.@Nullable Change states;
        private long listenedAt = System.nanoTime();

        private String id(long number) {
            return name + "-" + number;
        }

        @Override
        public void run() {
            try {
                do {
                    round();
                } while (goesOn() && !closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void round() {
            try {
                var changes = watch.changes();
                lock.lock();
                try {
                    publish(changes);
                } finally {
                    lock.unlock();
                }
            } catch (DatabaseUnavailable away) {
                LOG.debug("the queues could not be read", away);
            } catch (RuntimeException | Error failure) {
                supervisor.caught(failure);
                LOG.error("the queues could not be read and will be read again", failure);
            }
        }

        private void publish(List<QueueWatch.Change> changes) {
            if (changes.isEmpty()) {
                return;
            }
            states = watch.states();
            var events = new ArrayList<Event>();
            for (var change : changes) {
                last++;
                events.add(new Event(last, change.encoded(id(last))));
            }
            history.addAll(events);
            while (history.size() > HISTORY_MAX) {
                history.remove();
            }
            var bytes = together(events);
            List.copyOf(listeners).forEach(listener -> listener.offer(bytes));
        }

        private boolean goesOn() {
            lock.lock();
            try {
                var now = System.nanoTime();
                if (!listeners.isEmpty()) {
                    listenedAt = now;
                } else if (now - listenedAt > PATIENCE.toNanos()) {
                    watching = null;
                    return false;
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** The first events of a listener. */
        void first(@Nullable String lastId, Listener listener) {
            var missed = lastId == null ? null : after(lastId);
            if (missed != null) {
                listener.offer(together(missed));
                return;
            }
            if (lastId != null) {
                var empty = "{}".getBytes(StandardCharsets.UTF_8);
                listener.offer(new QueueWatch.Change("reset", empty).encoded(id(last)));
            }
            // Otherwise the first round tells it.
            if (states != null) {
                listener.offer(states.encoded(id(last)));
            }
        }

        /** The events after the one with this id; null if they are not known. */
        private @Nullable List<Event> after(String lastId) {
            var id = ID.matcher(lastId);
            if (!id.matches() || !id.group(1).equals(name)) {
                return null;
            }
            var seen = Long.parseLong(id.group(2));
            var oldest = history.isEmpty() ? last + 1 : history.getFirst().number();
            return seen > last || seen < oldest - 1
                    ? null
                    : history.stream().filter(event -> event.number() > seen).toList();
        }
    }

    /** One stream. Its queue is bounded: who does not read is ended instead. */
    private final class Listener implements EventStream {
        private final String operator;
        private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(BEHIND_MAX);
        private volatile boolean ended;

        Listener(String operator) {
            this.operator = operator;
        }

        void offer(byte[] bytes) {
            if (!waiting.offer(bytes)) {
                close();
            }
        }

        @Override
        public byte @Nullable [] next(Duration wait) throws InterruptedException {
            if (ended) {
                return null;
            }
            var bytes = waiting.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
            return ended ? null : bytes == null ? NOTHING : bytes;
        }

        @Override
        public void close() {
            ended = true;
            lock.lock();
            try {
                listeners.remove(this);
            } finally {
                lock.unlock();
            }
            // Nobody reads these any more, and the thread of a client that does not read may hold this for a while.
            waiting.clear();
            // Wakes the thread that waits.
            waiting.offer(NOTHING);
        }
    }
}
