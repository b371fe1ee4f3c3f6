package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.http.Answer;
import io.tical.server.idempotency.CommandRecords;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One try of one group, from the first read to what will be told once it has committed. */
final class GroupTransaction {
    private final List<QueuedCommand<?, ?>> group;
    private final boolean afterBrokenCommit;
    private final List<Runnable> publications = new ArrayList<>();
    /** The commands that took effect before this run. */
    private Set<CommandRecords.Key> repeated = Set.of();

    /** The commands that take effect in this run. */
    private final Set<CommandRecords.Key> recorded = new LinkedHashSet<>();

    GroupTransaction(List<QueuedCommand<?, ?>> group, boolean afterBrokenCommit) {
        this.group = group;
        this.afterBrokenCommit = afterBrokenCommit;
    }

    GroupTransaction in(Session session) {
        var now = Instant.ofEpochMilli(System.currentTimeMillis());
        var parts = parts(session);
        var keys = new TreeSet<WalletKey>();
        parts.values().forEach(part -> keys.addAll(part.group.wallets()));
        var locked = LedgerStore.lock(session, keys, now);
        var records = IdempotencyRecords.find(session, requestKeys());
        parts.values().forEach(part -> part.group.lock(session));
        // Behind the locks, at which a commit that is still under way was waited for.
        repeated = CommandRecords.find(session, commandKeys());
        var answered = new ArrayList<IdempotencyRecords.Record>();
        var refused = new ArrayList<IdempotencyRecords.Key>();
        for (var entry : group) {
            decide(entry, parts, locked, records, answered, refused);
        }
        if (!IdempotencyRecords.find(session, refused).isEmpty() || !CommandRecords.insert(session, recorded)) {
            throw new IdempotencyRecords.ConcurrentDuplicate();
        }
        IdempotencyRecords.insert(session, answered);
        parts.values().forEach(part -> part.group.write(session));
        LedgerStore.write(session, locked);
        return this;
    }

    private Map<GroupOperation<?, ?>, Part<?, ?>> parts(Session session) {
        var parts = new LinkedHashMap<GroupOperation<?, ?>, Part<?, ?>>();
        for (var entry : group) {
            parts.computeIfAbsent(entry.operation, operation -> part(session, entry));
        }
        return parts;
    }

    private <C, R> Part<C, R> part(Session session, QueuedCommand<C, R> first) {
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

    private List<IdempotencyRecords.Key> requestKeys() {
        var keys = new ArrayList<IdempotencyRecords.Key>();
        for (var entry : group) {
            if (entry.intent != null) {
                keys.add(IdempotencyRecords.Key.of(entry.intent));
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
            QueuedCommand<C, R> entry,
            Map<GroupOperation<?, ?>, Part<?, ?>> parts,
            LockedWallets locked,
            Map<IdempotencyRecords.Key, IdempotencyRecords.Record> records,
            List<IdempotencyRecords.Record> answered,
            List<IdempotencyRecords.Key> refused) {
        @SuppressWarnings("unchecked") // parts pairs an operation with its own group
        var part = (Part<C, R>) Objects.requireNonNull(parts.get(entry.operation));
        var outcome = outcome(entry, part, locked, records, answered);
        if (entry.intent != null && outcome instanceof CommandOutcome.Failed<R>) {
            var key = IdempotencyRecords.Key.of(entry.intent);
            // Where no wallet was there to wait at, a twin on another node may have committed since its record was
            // looked for, and what refuses this request is then the twin's doing.
            if (!records.containsKey(key)) {
                refused.add(key);
            }
        }
        publications.add(() -> entry.complete(outcome));
    }

    private <C, R> CommandOutcome<R> outcome(
            QueuedCommand<C, R> entry,
            Part<C, R> part,
            LockedWallets locked,
            Map<IdempotencyRecords.Key, IdempotencyRecords.Record> records,
            List<IdempotencyRecords.Record> answered) {
        try {
            var intent = entry.intent;
            if (intent == null) {
                return new CommandOutcome.Done<>(once(entry, part, locked), Optional.empty());
            }
            var key = IdempotencyRecords.Key.of(intent);
            var record = records.get(key);
            if (record != null) {
                var replay = record.replay(intent.fingerprint());
                // The first run of this very request may have committed before its connection broke.
                return new CommandOutcome.Replayed<>(
                        afterBrokenCommit ? new Answer(replay.status(), replay.data()) : replay);
            }
            var result = part.group.decide(entry.command, locked);
            var answer = intent.render().apply(result);
            answered.add(new IdempotencyRecords.Record(key, intent.fingerprint(), answer.status(), answer.data()));
            return new CommandOutcome.Done<>(result, Optional.of(answer));
        } catch (Problem refused) {
            return new CommandOutcome.Failed<>(refused);
        }
    }

    private <C, R> R once(QueuedCommand<C, R> entry, Part<C, R> part, LockedWallets locked) {
        var key = entry.key;
        if (key != null && (repeated.contains(key) || recorded.contains(key))) {
            return part.group.current(entry.command);
        }
        var result = part.group.decide(entry.command, locked);
        if (key != null) {
            recorded.add(key);
        }
        return result;
    }

    void publish() {
        publications.forEach(Runnable::run);
    }

    private record Part<C, R>(GroupOperation.Group<C, R> group) {}
}
