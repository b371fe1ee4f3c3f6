package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyBatch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The transaction of one group, from the first read to the commit.
 *
 * @param optimistic whether the group may be decided on known wallets before they are locked; the first run clears it
 * @param wallets the wallets of the group, filled when it runs
 */
record GroupTransaction(
        List<QueuedCommand<?, ?, ?>> group,
        AtomicBoolean optimistic,
        CommitQueue.Turn turn,
        KnownWallets knownWallets,
        Clock clock,
        SortedSet<WalletKey> wallets) {
    /** From this size, packing the answers of a group takes longer than a round trip, so its other rows are written meanwhile. */
    private static final int LARGE = 24;

    /** Reads, decides and writes the group. Returns what answers the callers after the commit. */
    List<Runnable> run(Session session) {
        var now = clock.instant();
        // Otherwise PostgreSQL would choose the plan by the size of the group, and plan small groups each time.
        session.keepPlans();
        var parts = parts(session);
        wallets.clear();
        parts.values().forEach(part -> wallets.addAll(part.wallets()));
        var assumed = assumed();
        var locked = new GroupWallets(now, assumed);
        var records = IdempotencyBatch.ofNewRequests();
        if (assumed.isEmpty()) {
            session.beforeSending(turn::begin);
            LedgerStore.lockLater(session, wallets, locked);
            parts.values().forEach(part -> part.readForDecisions(session));
            // After the locks, in the same round trip: a duplicate that held them has then committed its record.
            var keys = group.stream()
                    .map(entry -> entry.key)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            var unacknowledged = group.stream()
                    .filter(QueuedCommand::outcomeUnknown)
                    .map(entry -> entry.key)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            records = IdempotencyBatch.read(session, keys, unacknowledged);
            locked.addMissing(wallets);
        }
        var publications = new ArrayList<Runnable>();
        for (var entry : group) {
            publications.add(execute(entry, parts, records, locked));
        }
        if (!assumed.isEmpty() && records.refusedSome()) {
            // A refused command may duplicate one of the previous group, whose record is visible only after the locks.
            return run(session);
        }
        knownWallets.put(locked.wallets());
        var large = group.size() >= LARGE;
        session.beforeSending(() -> {
            turn.begin();
            if (!large) {
                // Written in one round trip.
                turn.admitNext();
            }
        });
        LedgerStore.checkAssumedLater(session, assumed, locked);
        if (large) {
            records.beginPacking();
        }
        parts.values().forEach(part -> part.write(session));
        LedgerStore.write(session, assumed, locked);
        if (large) {
            session.send();
            turn.admitNext();
        }
        records.write(session);
        return publications;
    }

    /** The wallets that this group is decided on before it locks them, or none. */
    private Collection<Wallet> assumed() {
        return optimistic.getAndSet(false) && group.stream().allMatch(entry -> entry.operation.canBeDecidedBeforeLocks())
                ? knownWallets.find(wallets)
                : List.of();
    }

    /** The commands of each operation. */
    private Map<GroupOperation<?, ?>, GroupOperation.Group<?, ?>> parts(Session session) {
        var parts = new LinkedHashMap<GroupOperation<?, ?>, GroupOperation.Group<?, ?>>();
        for (var entry : group) {
            parts.computeIfAbsent(entry.operation, operation -> part(session, entry));
        }
        return parts;
    }

    private <C, R> GroupOperation.Group<C, R> part(Session session, QueuedCommand<C, R, ?> first) {
        var commands = new ArrayList<C>();
        for (var entry : group) {
            if (entry.operation.equals(first.operation)) {
                @SuppressWarnings("unchecked") // the same operation, so the same type of command
                var command = (C) entry.command;
                commands.add(command);
            }
        }
        return first.operation.begin(session, commands);
    }

    /** Decides one command, or finds that it took effect before. */
    private static <C, R> Runnable execute(
            QueuedCommand<C, R, ?> entry,
            Map<GroupOperation<?, ?>, GroupOperation.Group<?, ?>> parts,
            IdempotencyBatch records,
            GroupWallets locked) {
        @SuppressWarnings("unchecked") // parts pairs an operation with its own group
        var part = (GroupOperation.Group<C, R>) Objects.requireNonNull(parts.get(entry.operation));
        return entry.execute(records, () -> part.decide(entry.command, locked), () -> part.current(entry.command));
    }
}
