package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyBatch;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.key.WalletKey;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one group reads, decides and writes in its transaction. {@link GroupCommit} runs it. {@link io.tical.db.Database#transaction} commits
 * it, and runs it again after a deadlock or a serialization failure.
 */
final class GroupTransaction {
    /**
     * From this size, rendering and compressing the answers of a group takes longer than a round trip, so its other rows are written
     * meanwhile.
     */
    private static final int LARGE = 24;

    private final List<QueuedCommand<?, ?, ?>> group;
    private final CommitQueue.Turn turn;
    private final KnownWallets knownWallets;
    private final Clock clock;
    /** Whether the next run may decide the group on known wallets. */
    private boolean mayUseKnown;

    private SortedSet<WalletKey> walletKeys = Collections.emptySortedSet();

    /** @param mayUseKnown whether the first run may decide the group on known wallets; later runs lock them before */
    GroupTransaction(
            List<QueuedCommand<?, ?, ?>> group,
            boolean mayUseKnown,
            CommitQueue.Turn turn,
            KnownWallets knownWallets,
            Clock clock) {
        this.group = group;
        this.mayUseKnown = mayUseKnown;
        this.turn = turn;
        this.knownWallets = knownWallets;
        this.clock = clock;
    }

    /**
     * A group that has read what needs no lock.
     *
     * @param parts the commands of each operation
     * @param walletKeys of all wallets that a decision may ask for
     */
    private record Begun(
            Instant now, Map<GroupOperation<?, ?>, GroupOperation.Part<?, ?>> parts, SortedSet<WalletKey> walletKeys) {}

    /**
     * A decided group.
     *
     * @param known the wallets that it was decided on before it locks them; none if they are locked
     * @param answers complete the answers of the callers after the commit
     */
    private record Decided(
            Begun begun,
            Collection<Wallet> known,
            GroupWallets wallets,
            IdempotencyBatch batch,
            List<Runnable> answers) {}

    /** The keys of the group's wallets; none before it has run. */
    SortedSet<WalletKey> walletKeys() {
        return walletKeys;
    }

    /**
     * Reads, decides and writes the group. Returns what answers the callers after the commit.
     *
     * @throws Outdated here or when the session sends, if a wallet or a destination that the group was decided on has changed
     */
    List<Runnable> run(Session session) {
        // Otherwise PostgreSQL would choose the plan by the size of the group, and plan small groups each time.
        session.keepPlans();
        var begun = begin(session);
        var known = takeKnown();
        if (!known.isEmpty()) {
            var decided = decideOn(known, begun);
            // A refused command may duplicate one of the previous group, whose record is visible only after the locks.
            if (!decided.batch().refusedSome()) {
                return write(session, decided);
            }
            begun = begin(session);
        }
        return write(session, decideUnderLocks(session, begun));
    }

    private Begun begin(Session session) {
        var now = clock.instant();
        var parts = new LinkedHashMap<GroupOperation<?, ?>, GroupOperation.Part<?, ?>>();
        for (var queued : group) {
            parts.computeIfAbsent(queued.operation, operation -> part(session, queued));
        }
        var keys = new TreeSet<WalletKey>();
        parts.values().forEach(part -> keys.addAll(part.wallets()));
        walletKeys = keys;
        return new Begun(now, parts, keys);
    }

    private <C, R> GroupOperation.Part<C, R> part(Session session, QueuedCommand<C, R, ?> first) {
        var commands = new ArrayList<C>();
        for (var queued : group) {
            if (queued.operation.equals(first.operation)) {
                @SuppressWarnings("unchecked") // the same operation, so the same type of command
                var command = (C) queued.command;
                commands.add(command);
            }
        }
        return first.operation.begin(session, commands);
    }

    /** The wallets that this run decides the group on before it locks them, or none. */
    private Collection<Wallet> takeKnown() {
        var firstRun = mayUseKnown;
        mayUseKnown = false;
        return firstRun && group.stream().allMatch(queued -> queued.operation.canBeDecidedBeforeLocks())
                ? knownWallets.find(walletKeys)
                : List.of();
    }

    private Decided decideOn(Collection<Wallet> known, Begun begun) {
        return decide(begun, known, new GroupWallets(begun.now(), known), IdempotencyBatch.ofNewRequests());
    }

    /** Waits for the turn of the group, and takes all locks: in one round trip, unless several operations lock objects. */
    private Decided decideUnderLocks(Session session, Begun begun) {
        session.beforeSending(turn::await);
        var locked = new GroupWallets(begun.now(), List.of());
        LedgerStore.lockLater(session, begun.walletKeys(), locked);
        begun.parts().values().forEach(part -> part.readForDecisions(session));
        // Sends the locks and the reads above, also if no command has a key. A duplicate that held the locks has then
        // committed its record.
        var batch = IdempotencyBatch.read(session, recorded(queued -> true), recorded(QueuedCommand::outcomeUnknown));
        locked.addMissing(begun.walletKeys());
        return decide(begun, List.of(), locked, batch);
    }

    /** The keys of the commands that take effect at most once. */
    private Set<IdempotencyKey> recorded(Predicate<QueuedCommand<?, ?, ?>> which) {
        return group.stream()
                .filter(which)
                .map(queued -> queued.key)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    private Decided decide(Begun begun, Collection<Wallet> known, GroupWallets wallets, IdempotencyBatch batch) {
        var answers = new ArrayList<Runnable>();
        for (var queued : group) {
            answers.add(execute(queued, begun.parts(), batch, wallets));
        }
        return new Decided(begun, known, wallets, batch, answers);
    }

    /** Decides one command, or finds that it took effect before. */
    private static <C, R> Runnable execute(
            QueuedCommand<C, R, ?> queued,
            Map<GroupOperation<?, ?>, GroupOperation.Part<?, ?>> parts,
            IdempotencyBatch batch,
            GroupWallets wallets) {
        @SuppressWarnings("unchecked") // parts pairs an operation with its own part
        var part = (GroupOperation.Part<C, R>) Objects.requireNonNull(parts.get(queued.operation));
        return queued.execute(batch, () -> part.decide(queued.command, wallets), () -> part.current(queued.command));
    }

    private List<Runnable> write(Session session, Decided decided) {
        var wallets = decided.wallets();
        var batch = decided.batch();
        knownWallets.put(wallets.wallets());
        var large = group.size() >= LARGE;
        session.beforeSending(() -> {
            turn.await();
            if (!large) {
                // This is nearly always its last round trip. A large group admits the next before its second one.
                turn.admitNext();
            }
        });
        LedgerStore.lockKnownLater(session, decided.known(), wallets);
        if (large) {
            batch.beginPacking();
        }
        decided.begun().parts().values().forEach(part -> part.write(session));
        LedgerStore.write(session, decided.known(), wallets);
        if (large) {
            session.send();
            turn.admitNext();
        }
        batch.write(session);
        return decided.answers();
    }
}
