package io.tical.server.admin;

import io.tical.server.http.EventStream;
import io.tical.server.problem.Problem;
import io.tical.server.work.Supervisor;
import io.tical.server.work.WatchThread;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The streams of changes in the queues, for the operators of this node. One thread reads the queues every two seconds for all listeners,
 * and encodes each event once. A listener that does not read is ended. An event's id names its {@link Watching} and its number, so a
 * listener that returns within the history misses nothing.
 */
final class QueueEvents implements AutoCloseable {
    static final Duration PAUSE = Duration.ofSeconds(2);
    /** The time for which the queues are watched without a listener, so that one that returns misses nothing. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int HISTORY_MAX = 1_000;
    private static final int LISTENERS_MAX = 1_000;
    private static final int LISTENERS_OF_ONE_MAX = 20;
    /** Rounds with events that a listener may be behind. */
    private static final int BEHIND_MAX = 60;

    private static final Pattern ID = Pattern.compile("([0-9a-f]{8})-([0-9]{1,18})");
    private static final byte[] NOTHING = {};

    private final Supplier<? extends Source> sources;
    private final WatchThread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Listener> listeners = new HashSet<>();
    private @Nullable Watching watching;

    private record Event(long number, QueueWatch.Change change, byte[] bytes) {}

    /** Reads the queues, on one thread. */
    interface Source {
        /** The changes since the last call; for the first one, {@link #states}. */
        List<QueueWatch.Change> changes();

        /** The queues at the last call of {@link #changes}, a change for each {@link Reach}. */
        List<QueueWatch.Change> states();
    }

    /**
     * @param sources begins to read the queues
     * @param pause between two rounds
     */
    QueueEvents(Supplier<? extends Source> sources, Duration pause, Supervisor supervisor) {
        this.sources = sources;
        this.thread = new WatchThread("queue-events", pause, supervisor);
    }

    /**
     * Listens to the changes in some environments. The first event is the state of the queues. With {@code lastId} the first events are those after it, or {@code reset} and the
     * state if they are not in the history.
     *
     * @throws Problem.Unavailable {@code TOO_MANY_STREAMS}
     */
    EventStream listen(String operator, Reach reach, @Nullable String lastId) {
        lock.lock();
        try {
            var own = listeners.stream()
                    .filter(one -> one.operator.equals(operator))
                    .count();
            if (thread.isStopped() || listeners.size() >= LISTENERS_MAX || own >= LISTENERS_OF_ONE_MAX) {
                throw new Problem.Unavailable("TOO_MANY_STREAMS", "Too many streams are open; close one of them");
            }
            var current = watching;
            if (current == null) {
                current = new Watching();
                watching = current;
                thread.start(current::round, current::continues);
            }
            var listener = new Listener(operator, reach);
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
        thread.stop();
        lock.lock();
        try {
            List.copyOf(listeners).forEach(Listener::close);
        } finally {
            lock.unlock();
        }
        thread.close();
    }

    /** The events that listeners with this reach receive. */
    private static byte[] together(List<Event> events, Reach reach) {
        var bytes = new ByteArrayOutputStream();
        events.stream()
                .filter(event -> event.change().reaches().contains(reach))
                .forEach(event -> bytes.writeBytes(event.bytes()));
        return bytes.toByteArray();
    }

    /** Watches the queues until nobody has listened for a while. */
    private final class Watching {
        private final String name = UUID.randomUUID().toString().substring(0, 8);
        private final Source watch = sources.get();
        private final Deque<Event> history = new ArrayDeque<>();
        private long last;
        private List<QueueWatch.Change> states = List.of();
        private long listenedAt = System.nanoTime();

        private String id(long number) {
            return name + "-" + number;
        }

        private void round() {
            var changes = watch.changes();
            lock.lock();
            try {
                publish(changes);
            } finally {
                lock.unlock();
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
                events.add(new Event(last, change, change.encoded(id(last))));
            }
            history.addAll(events);
            while (history.size() > HISTORY_MAX) {
                history.remove();
            }
            var bytes = new EnumMap<Reach, byte[]>(Reach.class);
            for (var reach : Reach.values()) {
                bytes.put(reach, together(events, reach));
            }
            List.copyOf(listeners)
                    .forEach(listener -> listener.offer(Objects.requireNonNull(bytes.get(listener.reach))));
        }

        private boolean continues() {
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
                listener.offer(together(missed, listener.reach));
                return;
            }
            if (lastId != null) {
                var empty = "{}".getBytes(StandardCharsets.UTF_8);
                listener.offer(QueueWatch.Change.toAll("reset", empty).encoded(id(last)));
            }
            // Otherwise the first round publishes them.
            states.stream()
                    .filter(state -> state.reaches().contains(listener.reach))
                    .forEach(state -> listener.offer(state.encoded(id(last))));
        }

        /** The events after the one with this id; null if they are not in the history. */
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

    /** One stream. Its queue is bounded: a listener that does not read is ended. */
    private final class Listener implements EventStream {
        private final String operator;
        private final Reach reach;
        private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(BEHIND_MAX);
        private volatile boolean ended;

        Listener(String operator, Reach reach) {
            this.operator = operator;
            this.reach = reach;
        }

        void offer(byte[] bytes) {
            if (bytes.length > 0 && !waiting.offer(bytes)) {
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
            // Frees the memory at once: the thread of a client that does not read may hold this listener for a while.
            waiting.clear();
            // Wakes the thread that waits.
            waiting.offer(NOTHING);
        }
    }
}
