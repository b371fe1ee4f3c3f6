package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands on existing objects of one type. It locks the objects of a group, decides the commands in order, each on the result of the
 * previous one, and writes the results with one statement per table.
 *
 * @param <C> the type of the actions
 * @param <A> the type of the objects
 */
public final class CommandOperation<C extends Action, A extends Aggregate<A>> implements GroupOperation<Command<C>, A> {
    private final String objectType;
    private final Storage<A> storage;
    private final RulesOfGroup<C, A> rulesOfGroup;
    private final Event.Writer events;
    private final boolean alone;

    /** Reads, locks and writes the objects. */
    public interface Storage<A extends Aggregate<A>> {
        /** The wallets of the existing objects. Override it where a query for the wallets alone is cheaper than reading the objects. */
        default Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
            return find(session, keys, false).stream()
                    .map(one -> Objects.requireNonNull(one.wallet()))
                    .toList();
        }

        /** The existing objects; {@code lock} locks them until the transaction ends. */
        List<A> find(Session session, Collection<TransactionKey> keys, boolean lock);

        /** Writes the rows of the objects, without history and events. */
        void write(Session session, List<Changes.Changed<A>> changed);
    }

    /** Prepares the rules for one group: reads the configuration that they need, and what else never changes. */
    @FunctionalInterface
    public interface RulesOfGroup<C extends Action, A extends Aggregate<A>> {
        Rules<C, A> prepare(Session session, List<Command<C>> commands);
    }

    /** Decides the commands of one group, and reads and writes what they need and change beside their objects. */
    @FunctionalInterface
    public interface Rules<C extends Action, A extends Aggregate<A>> {
        /** Decides a command, without input, output or effects outside the group. */
        Decision<A> decide(A before, Command<C> command, Instant now);

        /** The wallets beside those of the objects. */
        default Collection<WalletKey> wallets() {
            return List.of();
        }

        /** Reads what may change, after the objects. {@code lock} locks it until the transaction ends. */
        default void read(Session session, boolean lock) {}

        /** Decides what the command changes beside its object, before its own decision is applied. May refuse the command. */
        default void join(A before, Command<C> command, GroupWallets wallets) {}

        /**
         * Completes an accepted decision: usage counters, postings that cannot be refused, and what the rules must know for the later commands
         * of the group. Must not throw.
         */
        default void finish(A before, A after, Command<C> command, GroupWallets wallets) {}

        /** Writes what changed beside the objects, after them. */
        default void write(Session session) {}

        /** Refuses a command, which {@link #decide} accepts, if {@link #write} would refuse it now. */
        default void check(Session session, A before, Command<C> command) {}
    }

    /** @param objectType the name in the history and in error codes, such as {@code payout} */
    public CommandOperation(
            String objectType, Storage<A> storage, RulesOfGroup<C, A> rulesOfGroup, Event.Writer events) {
        this(objectType, storage, rulesOfGroup, events, false);
    }

    private CommandOperation(
            String objectType,
            Storage<A> storage,
            RulesOfGroup<C, A> rulesOfGroup,
            Event.Writer events,
            boolean alone) {
        this.objectType = objectType;
        this.storage = storage;
        this.rulesOfGroup = rulesOfGroup;
        this.events = events;
        this.alone = alone;
    }

    /** This operation, whose commands change objects of other operations too. */
    public CommandOperation<C, A> alone() {
        return new CommandOperation<>(objectType, storage, rulesOfGroup, events, true);
    }

    @Override
    public boolean needsOwnTransaction() {
        return alone;
    }

    /** The name in the history and in error codes. */
    public String objectType() {
        return objectType;
    }

    /**
     * Checks a command against the current version and state of its object, without executing it. Changes nothing, and returns the object.
     * Conditions on wallets are checked only when the command is executed.
     */
    A check(Session session, Command<C> command, Instant now) {
        var before =
                new Changes<>(objectType, storage.find(session, Set.of(command.key()), false)).requireVersion(command);
        var rules = rulesOfGroup.prepare(session, List.of(command));
        rules.read(session, false);
        rules.decide(before, command, now);
        rules.check(session, before, command);
        return before;
    }

    /**
     * Executes a command that moves no money within the caller's transaction.
     *
     * @throws IllegalStateException if it moves money
     */
    public A within(Session session, Command<C> command, Instant now) {
        var rules = rulesOfGroup.prepare(session, List.of(command));
        var changes = locked(session, Set.of(command.key()), rules);
        var decision = rules.decide(changes.requireVersion(command), command, now);
        var after = changes.apply(decision, command.by().actor(), now);
        write(session, changes, rules);
        return after;
    }

    private Changes<A> locked(Session session, Set<TransactionKey> keys, Rules<C, A> rules) {
        var changes = new Changes<>(objectType, storage.find(session, keys, true));
        rules.read(session, true);
        return changes;
    }

    private void write(Session session, Changes<A> changes, Rules<C, A> rules) {
        changes.write(session, storage::write, events);
        rules.write(session);
    }

    @Override
    public Part<Command<C>, A> begin(Session session, List<Command<C>> commands) {
        return new Group(session, commands);
    }

    private final class Group implements Part<Command<C>, A> {
        private final SortedSet<TransactionKey> keys;
        private final SortedSet<WalletKey> wallets;
        private final Rules<C, A> rules;
        private @Nullable Changes<A> changes;

        /** Reads the wallets before the objects are locked, because an object's wallet never changes. */
        Group(Session session, List<Command<C>> commands) {
            keys = new TreeSet<>(commands.stream().map(Command::key).toList());
            wallets = new TreeSet<>(storage.wallets(session, keys));
            rules = rulesOfGroup.prepare(session, commands);
            wallets.addAll(rules.wallets());
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void readForDecisions(Session session) {
            changes = locked(session, keys, rules);
        }

        @Override
        public A decide(Command<C> command, GroupWallets group) {
            var before = changes().requireVersion(command);
            var decision = rules.decide(before, command, group.now());
            rules.join(before, command, group);
            var after = changes().apply(decision, command.by().actor(), group);
            rules.finish(before, after, command, group);
            return after;
        }

        @Override
        public A current(Command<C> command) {
            return changes().get(command.key());
        }

        @Override
        public void write(Session session) {
            CommandOperation.this.write(session, changes(), rules);
        }

        private Changes<A> changes() {
            return Objects.requireNonNull(changes);
        }
    }
}
