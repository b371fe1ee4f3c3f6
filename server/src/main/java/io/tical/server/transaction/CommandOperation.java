package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands on existing objects of one type in the group commit. It locks the objects of a group, decides the
 * commands in order, each on the result of the previous one, and writes the results with one statement per table.
 *
 * @param <C> the type of the commands
 * @param <A> the type of the objects
 */
public class CommandOperation<C extends Command, A extends Aggregate<A>> implements GroupOperation<C, A> {
    private final String objectType;
    private final Storage<A> storage;
    private final RulesOfGroup<C, A> rulesOfGroup;
    private final Event.Writer events;

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

    /** Prepares the rules for one group: reads the configuration that they need. */
    @FunctionalInterface
    public interface RulesOfGroup<C, A extends Aggregate<A>> {
        Rules<C, A> prepare(Session session, List<C> commands);
    }

    /** Decides commands, without input, output or effects outside the group. */
    @FunctionalInterface
    public interface Rules<C, A extends Aggregate<A>> {
        Decision<A> decide(A before, C command, Instant now);

        /**
         * Completes an accepted decision: usage counters, postings that cannot be refused, and what the rules must know for the later commands
         * of the group. Must not throw.
         */
        default void finish(A before, A after, GroupWallets wallets) {}

        /** The part of another operation in the same group, or null; {@link #join} decides its commands. */
        default @Nullable Part<?, ?> joined() {
            return null;
        }

        /** Decides what the command changes in the joined part, before its own decision is applied. May refuse the command. */
        default void join(C command, GroupWallets wallets) {}
    }

    /** @param objectType the name in the history and in error codes, such as {@code payout} */
    public CommandOperation(
            String objectType, Storage<A> storage, RulesOfGroup<C, A> rulesOfGroup, Event.Writer events) {
        this.objectType = objectType;
        this.storage = storage;
        this.rulesOfGroup = rulesOfGroup;
        this.events = events;
    }

    /** Executes a command, and records it with its request id unless it is {@link Command#repeatable}. */
    public static <C extends Command, R> R run(GroupCommit groupCommit, GroupOperation<C, R> operation, C command) {
        var key = command.key();
        if (command.repeatable()) {
            return groupCommit.run(operation, command, key.organizationId(), key.livemode());
        }
        return groupCommit.run(operation, command, command.recordKey());
    }

    /**
     * Checks a command against the current version and state of its object, without executing it. Changes nothing, and returns the object.
     * Conditions on other objects, such as a balance, are checked only when the command is executed. Only for rules that join no other
     * part.
     */
    public A check(Session session, C command, Instant now) {
        var read = new Changes<>(objectType, storage.find(session, Set.of(command.key()), false));
        var before = read.requireVersion(command);
        rulesOfGroup.prepare(session, List.of(command)).decide(before, command, now);
        return before;
    }

    @Override
    public Part<C, A> begin(Session session, List<C> commands) {
        var keys = new TreeSet<>(commands.stream().map(Command::key).toList());
        return new Commands(keys, storage.wallets(session, keys), rulesOfGroup.prepare(session, commands));
    }

    private final class Commands implements Part<C, A> {
        private final SortedSet<TransactionKey> keys;
        private final SortedSet<WalletKey> walletKeys;
        private final Rules<C, A> rules;
        private @Nullable Changes<A> changes;

        /** @param walletKeys read before the objects are locked, because an object's wallet never changes */
        Commands(SortedSet<TransactionKey> keys, Collection<WalletKey> walletKeys, Rules<C, A> rules) {
            this.keys = keys;
            this.walletKeys = new TreeSet<>(walletKeys);
            this.rules = rules;
            joined(part -> this.walletKeys.addAll(part.wallets()));
        }

        private void joined(Consumer<Part<?, ?>> action) {
            Optional.ofNullable(rules.joined()).ifPresent(action);
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return walletKeys;
        }

        @Override
        public void readForDecisions(Session session) {
            changes = new Changes<>(objectType, storage.find(session, keys, true));
            joined(part -> part.readForDecisions(session));
        }

        @Override
        public A decide(C command, GroupWallets wallets) {
            var before = changes().requireVersion(command);
            var decision = rules.decide(before, command, wallets.now());
            rules.join(command, wallets);
            var after = changes().apply(decision, command.actor(), wallets);
            rules.finish(before, after, wallets);
            return after;
        }

        @Override
        public A current(C command) {
            return changes().get(command.key());
        }

        @Override
        public void write(Session session) {
            joined(part -> part.write(session));
            changes().write(session, storage::write, events);
        }

        private Changes<A> changes() {
            return Objects.requireNonNull(changes);
        }
    }
}
