package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.bank.EntryAction.Allocate;
import io.tical.server.bank.EntryAction.Ignore;
import io.tical.server.bank.EntryAction.Reopen;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Decision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * What people say about the entries of one group, with the postings of the entries: both are written in one transaction. All postings are between
 * accounts that are sums of transfers, so none is refused for a balance.
 */
final class EntryGroup implements CommandOperation.Rules<EntryAction, AccountEntry> {
    private final List<UUID> ids;
    /** The postings of the entries as they are stored. */
    private final Map<TransactionKey, BankPosting> stored = new HashMap<>();

    private final Map<TransactionKey, BankPosting> changed = new LinkedHashMap<>();

    EntryGroup(List<Command<EntryAction>> commands) {
        ids = commands.stream().map(command -> command.key().id()).distinct().toList();
    }

    /** The entries. */
    static final class Storage implements CommandOperation.Storage<AccountEntry> {
        @Override
        public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
            return find(session, keys, false).stream().map(AccountEntry::wallet).toList();
        }

        @Override
        public List<AccountEntry> find(Session session, Collection<TransactionKey> keys, boolean lock) {
            var ids = keys.stream().map(TransactionKey::id).toList();
            return lock ? AccountEntryStore.lock(session, ids) : AccountEntryStore.find(session, ids);
        }

        @Override
        public void write(Session session, List<Changed<AccountEntry>> changed) {
            AccountEntryStore.update(
                    session, changed.stream().map(Changed::after).toList());
        }
    }

    @Override
    public void read(Session session, boolean lock) {
        BankPostingStore.ofEntries(session, ids, lock).forEach(posting -> stored.put(posting.key(), posting));
    }

    @Override
    public Decision<AccountEntry> decide(AccountEntry before, Command<EntryAction> command, Instant now) {
        var by = command.by();
        var who = Objects.requireNonNull(by.actor().id(), "a person decides on an entry");
        return switch (command.action()) {
            case Ignore _ -> {
                AccountEntries.require(before, Status.OPEN);
                var after = before.decided(Status.IGNORED, String.valueOf(by.note()), null, who, now);
                yield decision(before, after, command, List.of());
            }
            case Allocate(var category) -> {
                AccountEntries.require(before, Status.OPEN);
                var posting = BankPosting.of(BankPosting.next(before), before, category, who, now);
                var match = new Match(MatchType.POSTING, posting.key());
                var after = before.decided(Status.ALLOCATED, category.word(), match, who, now);
                yield decision(before, after, command, List.of(posting.movement()));
            }
            case Reopen _ -> {
                AccountEntries.requireReopenable(before);
                var key = BankPosting.of(before);
                var after = before.decided(Status.OPEN, null, null, null, now);
                yield decision(
                        before,
                        after,
                        command,
                        key == null ? List.of() : List.of(posting(key).opposite()));
            }
        };
    }

    private static Decision<AccountEntry> decision(
            AccountEntry before, AccountEntry after, Command<EntryAction> command, List<Movement> movements) {
        var change = new Decision.StatusChange(
                before.status().word(),
                after.status().word(),
                command.action().trigger().word(),
                command.by().actor(),
                command.by().note());
        return new Decision<>(after, movements, List.of(change), List.of());
    }

    /** A posting as the previous commands left it. */
    private BankPosting posting(TransactionKey key) {
        return Objects.requireNonNull(changed.getOrDefault(key, stored.get(key)), "an entry has its posting");
    }

    @Override
    public void finish(AccountEntry before, AccountEntry after, Command<EntryAction> command, GroupWallets wallets) {
        var who = Objects.requireNonNull(command.by().actor().id());
        var was = BankPosting.of(before);
        if (was != null) {
            changed.put(was, posting(was).reversed(who, after.updatedAt()));
        }
        var is = BankPosting.of(after);
        if (is != null && command.action() instanceof Allocate(var category)) {
            changed.put(is, BankPosting.of(is, after, category, who, after.updatedAt()));
        }
    }

    @Override
    public void write(Session session) {
        var fresh = new ArrayList<BankPosting>();
        var known = new ArrayList<BankPosting>();
        changed.values().forEach(posting -> (stored.containsKey(posting.key()) ? known : fresh).add(posting));
        // Before the new ones: an entry has one posting that counts.
        BankPostingStore.update(session, known);
        BankPostingStore.insert(session, fresh);
    }
}
