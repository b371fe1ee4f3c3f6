package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PaidPayins;
import io.tical.server.payin.PaidPayins.Received;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinAction;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.Payins;
import io.tical.server.paymentfile.Debits;
import io.tical.server.problem.Problem;
import io.tical.server.rail.LateReturn;
import io.tical.server.rail.SentTransfers.Sent;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** The entries of the operator's accounts. */
record AccountEntries(
        Database database,
        Payins payins,
        OrderedTransfers transfers,
        Map<EventType.Subject, LateReturn> returns,
        Commands<EntryAction, AccountEntry> commands) {
    /** The name of an entry in codes and in the audit log. */
    static final String RESOURCE = "bank_entry";

    private static final int RETURNABLE_MAX = 9;

    static AccountEntries of(
            Database database, Payins payins, OrderedTransfers transfers, Map<EventType.Subject, LateReturn> returns) {
        // Alone, because the commands of payins change entries too.
        var operation = new CommandOperation<EntryAction, AccountEntry>(
                        RESOURCE,
                        new EntryGroup.Storage(),
                        (_, commands) -> new EntryGroup(commands),
                        Event.Writer.NONE)
                .alone();
        var of = payins.commands();
        return new AccountEntries(
                database,
                payins,
                transfers,
                returns,
                new Commands<>(database, of.groupCommit(), operation, of.clock()));
    }

    /** @throws Problem.NotFound {@code BANK_ENTRY_NOT_FOUND} */
    AccountEntry get(UUID id) {
        return database.run(session -> AccountEntryStore.find(session, id))
                .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    List<AccountEntry> list(AccountEntryStore.Filter filter, Page page) {
        return database.run(session -> AccountEntryStore.list(session, filter, page));
    }

    /** @throws Problem.Conflict {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} */
    static void require(AccountEntry entry, Status status) {
        if (entry.status() != status) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_STATUS_TRANSITION_INVALID",
                    "This entry is " + entry.status().word() + ". Load it again; only one that is " + status.word()
                            + " allows this.");
        }
    }

    /** @throws Problem.Conflict {@code BANK_DAY_CLOSED} */
    void requireDayOpen(AccountEntry entry) {
        database.transaction(session -> {
            AccountDays.requireOpen(session, List.of(entry));
            return entry;
        });
    }

    /** Says that an open entry needs nothing, for the reason in the note. No money moves. */
    void ignore(AccountEntry entry, StaffDecision by) {
        commands.run(new Command<>(entry.key(), new EntryAction.Ignore(), by.by()), (_, _) -> {});
    }

    /** Says what an open entry is that pays no transaction, and posts it in the operator's own books. */
    void allocate(AccountEntry entry, Category category, StaffDecision by) {
        commands.decide(entry.key(), new EntryAction.Allocate(category), by);
    }

    /** @throws Problem.Conflict {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} */
    static void requireReopenable(AccountEntry entry) {
        var fixed = entry.movedMoney() && BankPosting.of(entry) == null;
        if (fixed || (entry.status() != Status.IGNORED && entry.status() != Status.ALLOCATED)) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_STATUS_TRANSITION_INVALID",
                    "This entry is " + entry.status().word()
                            + ". Only one that was ignored or allocated, and moved no money of a merchant, can be opened"
                            + " again.");
        }
    }

    /** Opens an entry again that a person ignored or allocated. Its posting is reversed. */
    void reopen(AccountEntry entry, StaffDecision by) {
        commands.decide(entry.key(), new EntryAction.Reopen(), by);
    }

    /** The payins that an entry may pay, though not exactly; newest first. */
    List<Payin> candidates(AccountEntry entry) {
        var currency = entry.currency();
        return entry.amount() <= 0
                ? List.of()
                : database.run(session -> PaidPayins.near(
                        session, new Received(entry.accountId(), entry.livemode(), entry.amount()), currency));
    }

    /**
     * Records an open entry as the payment of a payin, as finance records a payment that it found. If the payin takes no payment any more,
     * the money becomes unallocated funds of it. The entry is taken in the transaction that records the payment.
     *
     * @throws Problem.Conflict what {@link PayinAction.Found} refuses; {@code BANK_ENTRY_STATUS_TRANSITION_INVALID}
     */
    void match(UUID id, Payin payin, StaffDecision by) {
        var entry = get(id);
        requireDayOpen(entry);
        requirePayable(entry, payin);
        var found = PayinAction.Found.of(new Receipt(entry.amount(), entry.reference()), null)
                .shownBy(id);
        payins.commands().run(new Command<>(payin.key(), found, as(by)));
    }

    /** The delivered payments that an entry may give back: those that it names, or else those of its amount if the bank calls it a return. */
    List<Debits.Sent> returnable(Session session, AccountEntry entry) {
        if (entry.amount() <= 0 || entry.status() != Status.OPEN) {
            return List.of();
        }
        var named = Debits.named(session, entry.texts());
        if (!named.isEmpty() || !entry.isReturn()) {
            return named;
        }
        var found = new LinkedHashMap<TransactionKey, Debits.Sent>();
        Stream.concat(
                        Debits.delivered(session, entry.accountId(), entry.livemode(), entry.amount(), RETURNABLE_MAX)
                                .stream(),
                        AccountEntryStore.paidOut(
                                        session, entry.accountId(), entry.livemode(), entry.amount(), RETURNABLE_MAX)
                                .stream()
                                .map(AccountEntries::sent))
                .forEach(sent -> found.putIfAbsent(sent.transaction(), sent));
        return found.values().stream().limit(RETURNABLE_MAX).toList();
    }

    /** The payment that a matched debit is. */
    private static Debits.Sent sent(AccountEntry debit) {
        var match = Objects.requireNonNull(debit.match(), "a matched entry has a match");
        var subject =
                match.type() == AccountEntry.MatchType.PAYOUT ? EventType.Subject.PAYOUT : EventType.Subject.SETTLEMENT;
        return new Debits.Sent(subject, match.transaction(), -debit.amount(), debit.reference());
    }

    /** What becomes of payments of a type whose money a bank gives back. */
    LateReturn returns(EventType.Subject subject) {
        return Objects.requireNonNull(returns.get(subject), () -> "no " + subject.word() + " comes back");
    }

    /** A payment that an entry gives back, as a person says. */
    record Returning(EventType.Subject subject, LateReturn.Payment payment) {
        TransactionKey transaction() {
            return payment.key();
        }
    }

    /** @throws Problem.NotFound if there is no such payment */
    Returning returning(EventType.Subject subject, UUID id) {
        return new Returning(subject, returns(subject).payment(id));
    }

    /**
     * Gives the money of a delivered payment that the bank gave back to its merchant. The entry is taken in the same transaction.
     *
     * @throws Problem.Conflict as {@link LateReturn#decide}; {@code BANK_ENTRY_STATUS_TRANSITION_INVALID}
     */
    void giveBack(AccountEntry entry, Returning payment, StaffDecision by) {
        requireDayOpen(entry);
        returns(payment.subject()).decide(payment.transaction(), entry.id(), entry.amount(), as(by));
    }

    /** @throws Problem what {@link #giveBack} would refuse now */
    void requireReturnable(AccountEntry entry, Returning payment, StaffDecision by) {
        require(entry, Status.OPEN);
        if (entry.amount() <= 0
                || entry.livemode() != payment.transaction().livemode()
                || !entry.currency().equals(payment.payment().currency())) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_MATCH_INVALID",
                    "This entry does not give this payment back: the currency, the environment or the direction differs."
                            + " Choose another payment.");
        }
        returns(payment.subject()).check(payment.transaction(), entry.id(), entry.amount(), as(by));
    }

    /** The version that the person saw is the entry's. */
    private static By as(StaffDecision by) {
        return new By(by.actor(), null, by.note());
    }

    /** @throws Problem.Conflict {@code BANK_ENTRY_MATCH_INVALID} if the entry cannot be a payment of the payin */
    static void requirePayable(AccountEntry entry, Payin payin) {
        if (entry.amount() <= 0
                || entry.livemode() != payin.key().livemode()
                || !entry.currency().equals(payin.terms().currency())
                || !entry.accountId().equals(payin.terms().collectionAccountId())) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_MATCH_INVALID",
                    "This entry is no payment for this payin: the account, the currency, the environment or the direction"
                            + " differs. Choose another payin.");
        }
    }

    /** The transfers of staff that an open debit may be. */
    List<Sent> transfers(AccountEntry entry) {
        return transfers.candidates(entry);
    }

    /** @throws Problem.Conflict {@code BANK_ENTRY_MATCH_INVALID} if the debit cannot be this transfer */
    Sent transfer(AccountEntry entry, UUID attemptId) {
        return transfers(entry).stream()
                .filter(one -> one.attempt().id().equals(attemptId))
                .findFirst()
                .orElseThrow(() -> new Problem.Conflict(
                        "BANK_ENTRY_MATCH_INVALID",
                        "This entry cannot be this transfer: another entry is it, or its amount, currency or environment"
                                + " differs. Load the entry again, and choose another one."));
    }

    /**
     * Says that an open debit is a transfer. If nobody has reported its delivery, it is reported then.
     *
     * @throws Problem.Conflict {@code BANK_ENTRY_MATCH_INVALID} if another entry is it; {@code BANK_ENTRY_STATUS_TRANSITION_INVALID}
     */
    AccountEntry match(UUID id, Sent transfer, StaffDecision by) {
        return database.transaction(session -> {
            var before = AccountEntryStore.lock(session, List.of(id)).stream()
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            require(before, Status.OPEN);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            var proof = transfers.chosen(before, transfer);
            if (TransferProofStore.insert(session, List.of(proof)).isEmpty()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            AccountEntryStore.due(session, List.of(id));
            var after = before.with(
                    Status.MATCHED,
                    null,
                    proof.match(),
                    by.operator(),
                    commands.clock().instant());
            AccountEntryStore.update(session, List.of(after));
            log(session, by.actor(), "match", before, after);
            return after;
        });
    }

    /** Writes what a person did to an entry to the audit log. */
    static void log(Session session, Actor actor, String action, AccountEntry before, AccountEntry after) {
        AuditEntry.insertLater(
                session,
                actor,
                Act.change(null, after.livemode(), action, RESOURCE, after.id(), before.logged(), after.logged()),
                after.updatedAt());
    }
}
