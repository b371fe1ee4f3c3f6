package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.db.SqlStates;
import io.tical.server.http.Answer;
import io.tical.server.http.CommandRecords;
import io.tical.server.http.Intent;
import io.tical.server.http.Once;
import io.tical.server.http.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Money moves in groups. A request hands its command to the lane of its organization and environment and waits; the lane
 * takes whatever has queued, without a timer, and commits all of it in one transaction. One hot wallet is thus locked once
 * a group instead of once a request, and an idle system answers as fast as one commit.
 *
 * <p>A group that fails for an unforeseen reason is halved until the command that fails is alone. A connection that breaks
 * during commit leaves the outcome open: the group is run again, and what had committed is found by its keys.
 */
public final class Lanes implements AutoCloseable {
    private static final int GROUP_MAX = 512;
    private static final int QUEUE_MAX = 8_192;
    /** Runs of a group that met a twin from another node, or whose commit's outcome is open. */
    private static final int RUNS_MAX = 5;
    /** How long an idle lane waits before it looks whether it is to end. */
    private static final int LOOK_MS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);

    private final Database database;
    private final Once once;
    private final List<Lane> lanes = new ArrayList<>();
    private volatile boolean closed;

    /** @param count lanes on this node, at least 1 */
    public Lanes(Database database, Once once, int count) {
        this.database = database;
        this.once = once;
        for (int number = 0; number < count; number++) {
            lanes.add(new Lane(number));
        }
    }

    /** Carries out a request's command once, and answers it, or replays what it was answered before. */
    public <C, R> Answer answer(LaneOperation<C, R> operation, C command, Intent<R> intent) {
        return once.alone(intent, () -> {
            var entry = new Entry<>(operation, command, intent, null);
            submit(entry, intent.caller().organizationId(), intent.caller().livemode());
            return entry.answer();
        });
    }

    /**
     * Carries out a command of the service's own. A broken connection may run it twice, so its decision must be one that a
     * second run finds already made.
     */
    public <C, R> R run(LaneOperation<C, R> operation, C command, UUID organizationId, boolean livemode) {
        var entry = new Entry<>(operation, command, null, null);
        submit(entry, organizationId, livemode);
        return entry.result();
    }

    /**
     * Carries out a command once: a second run, or a second call with the same key, finds its record and answers its object as it
     * stands.
     */
    public <C, R> R run(LaneOperation<C, R> operation, C command, CommandRecords.Key key) {
        var entry = new Entry<>(operation, command, null, key);
        submit(entry, key.organizationId(), key.livemode());
        return entry.result();
    }

    private void submit(Entry<?, ?> entry, UUID organizationId, boolean livemode) {
        var lane = lanes.get(Math.floorMod(organizationId.hashCode() * 31 + Boolean.hashCode(livemode), lanes.size()));
        if (closed || !lane.queue.offer(entry)) {
            throw Problem.Unavailable.service();
        }
        // Either this sees that the lane has ended, or the lane's last look at its queue sees this entry.
        if (lane.ended && lane.queue.remove(entry)) {
            throw Problem.Unavailable.service();
        }
    }

    /** Finishes what is queued and stops. */
    @Override
    public void close() {
        closed = true;
        for (var lane : lanes) {
            try {
                lane.thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** One command on its way, with the place where its outcome will be. */
    private static final class Entry<C, R> {
        final LaneOperation<C, R> operation;
        final C command;
        final @Nullable Intent<R> intent;
        final CommandRecords.@Nullable Key key;
        final CompletableFuture<Outcome<R>> outcome = new CompletableFuture<>();

        Entry(LaneOperation<C, R> operation, C command, @Nullable Intent<R> intent, CommandRecords.@Nullable Key key) {
            this.operation = operation;
            this.command = command;
            this.intent = intent;
            this.key = key;
        }

        Answer answer() {
            return switch (await()) {
                case Outcome.Done<R> done -> done.recorded().orElseThrow();
                case Outcome.Replayed<R> replayed -> replayed.answer();
                case Outcome.Failed<R> failed -> throw failed.cause();
            };
        }

        R result() {
            return switch (await()) {
                case Outcome.Done<R> done -> done.result();
                case Outcome.Replayed<R> replayed -> throw new IllegalStateException("only requests are replayed");
                case Outcome.Failed<R> failed -> throw failed.cause();
            };
        }

        private Outcome<R> await() {
            try {
                return outcome.join();
            } catch (CompletionException e) {
                throw new IllegalStateException("a lane completes its entries normally", e);
            }
        }
    }

    /** What became of a command. */
    private sealed interface Outcome<R> {
        record Done<R>(R result, Optional<Answer> recorded) implements Outcome<R> {}

        record Replayed<R>(Answer answer) implements Outcome<R> {}

        record Failed<R>(RuntimeException cause) implements Outcome<R> {}
    }

    private final class Lane implements Runnable {
        final BlockingQueue<Entry<?, ?>> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
        final Thread thread;
        volatile boolean ended;

        Lane(int number) {
            thread = Thread.ofPlatform().name("lane-" + number).start(this);
        }

        @Override
        public void run() {
            var group = new ArrayList<Entry<?, ?>>(GROUP_MAX);
            while (!closed || !queue.isEmpty()) {
                var first = next();
                if (first != null) {
                    group.add(first);
                    queue.drainTo(group, GROUP_MAX - 1);
                    apart(group).forEach(Lanes.this::settle);
                    group.clear();
                }
            }
            ended = true;
            queue.drainTo(group);
            fail(group, Problem.Unavailable.service());
        }

        /** Waits a little for an entry; not for an interrupt to end the wait, for one could hit a commit instead. */
        private @Nullable Entry<?, ?> next() {
            try {
                return queue.poll(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                LOG.debug("a lane ends by being closed, not by an interrupt", e);
                return null;
            }
        }
    }

    /** What must share no transaction with others, each operation by itself, and before it all the rest. */
    private static Collection<List<Entry<?, ?>>> apart(List<Entry<?, ?>> group) {
        var rest = new ArrayList<Entry<?, ?>>(group.size());
        var apart = new LinkedHashMap<LaneOperation<?, ?>, List<Entry<?, ?>>>();
        for (var entry : group) {
            var of = entry.operation.apart()
                    ? apart.computeIfAbsent(entry.operation, operation -> new ArrayList<>())
                    : rest;
            of.add(entry);
        }
        var groups = new ArrayList<List<Entry<?, ?>>>();
        if (!rest.isEmpty()) {
            groups.add(rest);
        }
        groups.addAll(apart.values());
        return groups;
    }

    private void settle(List<Entry<?, ?>> group) {
        try {
            var run = commit(group);
            run.publish();
        } catch (DatabaseUnavailable unavailable) {
            LOG.warn("{} commands found no database: {}", group.size(), unavailable.getMessage());
            fail(group, unavailable);
        } catch (RuntimeException | Error failure) {
            if (SqlStates.lockTimeout(failure)) {
                // Halving would only make each half wait as long again.
                LOG.warn("{} commands waited too long for a lock", group.size());
                fail(group, Problem.Unavailable.service());
                return;
            }
            if (group.size() == 1) {
                fail(
                        group,
                        failure instanceof Problem problem
                                ? problem
                                : new IllegalStateException("a command failed", failure));
                return;
            }
            LOG.warn("a group of {} commands failed and is halved", group.size(), failure);
            settle(new ArrayList<>(group.subList(0, group.size() / 2)));
            settle(new ArrayList<>(group.subList(group.size() / 2, group.size())));
        }
    }

    private static void fail(List<Entry<?, ?>> group, RuntimeException cause) {
        for (var entry : group) {
            entry.outcome.complete(new Outcome.Failed<>(cause));
        }
    }

    private Run commit(List<Entry<?, ?>> group) {
        var outcomeOpen = false;
        for (int attempt = 1; ; attempt++) {
            try {
                var again = outcomeOpen;
                return database.transaction(session -> new Run(group, again).in(session));
            } catch (Once.TwinCommitted twin) {
                if (attempt == RUNS_MAX) {
                    throw twin;
                }
            } catch (DatabaseUnavailable broken) {
                if (!broken.connected() || attempt == RUNS_MAX) {
                    throw broken;
                }
                outcomeOpen = true;
            }
        }
    }

    /** One try of one group, from the first read to what will be told once it has committed. */
    private static final class Run {
        private final List<Entry<?, ?>> group;
        private final boolean afterBrokenCommit;
        private final List<Runnable> publications = new ArrayList<>();
        /** The commands that took effect before this run. */
        private Set<CommandRecords.Key> repeated = Set.of();

        /** The commands that take effect in this run. */
        private final Set<CommandRecords.Key> recorded = new LinkedHashSet<>();

        Run(List<Entry<?, ?>> group, boolean afterBrokenCommit) {
            this.group = group;
            this.afterBrokenCommit = afterBrokenCommit;
        }

        Run in(Session session) {
            var now = Instant.ofEpochMilli(System.currentTimeMillis());
            var parts = parts(session);
            var keys = new TreeSet<WalletKey>();
            parts.values().forEach(part -> keys.addAll(part.group.wallets()));
            var books = LedgerStore.lock(session, keys, now);
            var records = Once.find(session, requestKeys());
            parts.values().forEach(part -> part.group.lock(session));
            // Behind the locks, at which a commit that is still under way was waited for.
            repeated = CommandRecords.find(session, commandKeys());
            var answered = new ArrayList<Once.Record>();
            var refused = new ArrayList<Once.Key>();
            for (var entry : group) {
                decide(entry, parts, books, records, answered, refused);
            }
            if (!Once.find(session, refused).isEmpty() || !CommandRecords.insert(session, recorded)) {
                throw new Once.TwinCommitted();
            }
            Once.insert(session, answered);
            parts.values().forEach(part -> part.group.write(session));
            LedgerStore.write(session, books);
            return this;
        }

        private Map<LaneOperation<?, ?>, Part<?, ?>> parts(Session session) {
            var parts = new LinkedHashMap<LaneOperation<?, ?>, Part<?, ?>>();
            for (var entry : group) {
                parts.computeIfAbsent(entry.operation, operation -> part(session, entry));
            }
            return parts;
        }

        private <C, R> Part<C, R> part(Session session, Entry<C, R> first) {
            var commands = new ArrayList<C>();
            for (var entry : group) {
                if (entry.operation.equals(first.operation)) {
                    @SuppressWarnings("unchecked") // the same operation, so the same type of command
                    var command = (C) entry.command;
                    commands.add(command);
                }
            }
            return new Part<>(first.operation.begin(session, commands));
        }

        private List<Once.Key> requestKeys() {
            var keys = new ArrayList<Once.Key>();
            for (var entry : group) {
                if (entry.intent != null) {
                    keys.add(Once.Key.of(entry.intent));
                }
            }
            return keys;
        }

        private List<CommandRecords.Key> commandKeys() {
            return group.stream()
                    .map(entry -> entry.key)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
        }

        private <C, R> void decide(
                Entry<C, R> entry,
                Map<LaneOperation<?, ?>, Part<?, ?>> parts,
                Books books,
                Map<Once.Key, Once.Record> records,
                List<Once.Record> answered,
                List<Once.Key> refused) {
            @SuppressWarnings("unchecked") // parts pairs an operation with its own group
            var part = (Part<C, R>) Objects.requireNonNull(parts.get(entry.operation));
            var outcome = outcome(entry, part, books, records, answered);
            if (entry.intent != null && outcome instanceof Outcome.Failed<R>) {
                var key = Once.Key.of(entry.intent);
                // Where no wallet was there to wait at, a twin on another node may have committed since its record was
                // looked for, and what refuses this request is then the twin's doing.
                if (!records.containsKey(key)) {
                    refused.add(key);
                }
            }
            publications.add(() -> entry.outcome.complete(outcome));
        }

        private <C, R> Outcome<R> outcome(
                Entry<C, R> entry,
                Part<C, R> part,
                Books books,
                Map<Once.Key, Once.Record> records,
                List<Once.Record> answered) {
            try {
                var intent = entry.intent;
                if (intent == null) {
                    return new Outcome.Done<>(once(entry, part, books), Optional.empty());
                }
                var key = Once.Key.of(intent);
                var record = records.get(key);
                if (record != null) {
                    var replay = record.replay(intent.fingerprint());
                    // The first run of this very request may have committed before its connection broke.
                    return new Outcome.Replayed<>(
                            afterBrokenCommit ? new Answer(replay.status(), replay.data()) : replay);
                }
                var result = part.group.decide(entry.command, books);
                var answer = intent.render().apply(result);
                answered.add(new Once.Record(key, intent.fingerprint(), answer.status(), answer.data()));
                return new Outcome.Done<>(result, Optional.of(answer));
            } catch (Problem refused) {
                return new Outcome.Failed<>(refused);
            }
        }

        private <C, R> R once(Entry<C, R> entry, Part<C, R> part, Books books) {
            var key = entry.key;
            if (key != null && (repeated.contains(key) || recorded.contains(key))) {
                return part.group.current(entry.command);
            }
            var result = part.group.decide(entry.command, books);
            if (key != null) {
                recorded.add(key);
            }
            return result;
        }

        void publish() {
            publications.forEach(Runnable::run);
        }
    }

    private record Part<C, R>(LaneOperation.Group<C, R> group) {}
}
