package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.AccountDay.Sealed;
import io.tical.server.bank.AccountDay.Status;
import io.tical.server.collection.AccountZones;
import io.tical.server.overview.QueueTable;
import io.tical.server.payin.ExpectedTransfers.Paid;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Page;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The days of the operator's accounts: which there are, what banks say about them, and which are closed. The entries of a closed day do not
 * change: every change of an entry looks at its day, and keeps it as it is until the transaction ends.
 *
 * @param zones in which the banks book
 */
public record AccountDays(AccountZones zones) {
    /**
     * The closed days of an account, which follow each other.
     *
     * @param first closed day
     * @param last closed day
     */
    public record Closed(AccountDay first, AccountDay last) {}

    /** The days that operators have to close; whoever closes no days has none. */
    public QueueTable toClose() {
        return AccountDayStore.toClose(zones.otherwise());
    }

    /**
     * The balances of a day that its statements prove, minor units.
     *
     * @param quiet whether no statement is of the day itself, and the one after it begins with the balance with which the one before it ended
     * @param contradicted whether another statement of the day says other balances
     */
    public record Balances(long opening, long closing, boolean quiet, boolean contradicted) {}

    /**
     * The entries of a day.
     *
     * @param open those that nobody has explained
     * @param amount the sum of all, minor units
     */
    public record Totals(long entries, long open, long amount) {
        public static final Totals NONE = new Totals(0, 0, 0);
    }

    /**
     * An entry, and the payment that was credited for its payin.
     *
     * @param payment null without one
     */
    public record Explained(AccountEntry entry, @Nullable Paid payment) {}

    /** @throws Problem.NotFound {@code BANK_DAY_NOT_FOUND} */
    public AccountDay get(Session session, UUID id) {
        return AccountDayStore.find(session, id, false).orElseThrow(() -> Problem.NotFound.of(AccountDay.RESOURCE));
    }

    /** Locks a day; no other day is closed or opened again, and no file is imported or undone until the transaction ends. */
    public AccountDay lock(Session session, UUID id) {
        StatementStore.serialize(session);
        return AccountDayStore.find(session, id, true).orElseThrow(() -> Problem.NotFound.of(AccountDay.RESOURCE));
    }

    /** One row more than the page's limit, when there are that many; the latest days first. */
    public List<AccountDay> list(
            Session session, boolean livemode, @Nullable UUID account, @Nullable Status status, Page page) {
        return AccountDayStore.list(session, livemode, account, status, page);
    }

    public Optional<Closed> closed(Session session, Account account) {
        return AccountDayStore.range(session, account);
    }

    /** The day on which it is now where the bank of an account is. */
    public LocalDate today(Session session, Account account, Instant now) {
        return LocalDate.ofInstant(now, zones.of(session, account.id()));
    }

    /**
     * Prepares that an account's days and times are read in another zone from now on: what was not matched is looked at again. No file is
     * imported or undone and no day is closed until the transaction ends.
     *
     * @throws Problem.Conflict {@code BANK_DAY_CLOSED} if days are closed, because what they carry forward was counted in the old zone
     */
    public static void rezone(Session session, UUID account) {
        StatementStore.serialize(session);
        for (var livemode : List.of(true, false)) {
            AccountDayStore.range(session, new Account(account, livemode)).ifPresent(closed -> {
                throw new Problem.Conflict(
                        "BANK_DAY_CLOSED",
                        "Days of this account are closed in its present time zone, from "
                                + closed.first().day()
                                + " on. Open that day again under Day close, which two people decide, and then repeat this.");
            });
        }
        AccountEntryStore.lookAgain(session, account);
        PaymentProofs.compareAll(session, account);
    }

    /** The last closed day of an account. */
    public static Optional<AccountDay> lastClosed(Session session, Account account) {
        return AccountDayStore.range(session, account).map(Closed::last);
    }

    /** The balances of a day; empty while no statement says all of it. */
    public Optional<Balances> balances(Session session, Account account, LocalDate day) {
        return StatementDays.of(session, account)
                .balances(session, day)
                .map(one -> new Balances(one.opening(), one.closing(), one.quiet(), one.contradicted()));
    }

    /** The ids of those of these days that statements say all of. */
    public Set<UUID> complete(Session session, List<AccountDay> days) {
        return days.stream().collect(Collectors.groupingBy(AccountDay::account)).entrySet().stream()
                .flatMap(of -> {
                    var statements = StatementDays.of(session, of.getKey());
                    return of.getValue().stream().filter(day -> statements.isComplete(day.day()));
                })
                .map(AccountDay::id)
                .collect(Collectors.toSet());
    }

    /** The entries of days, by the ids of the days. */
    public Map<UUID, Totals> totals(Session session, List<AccountDay> days) {
        return AccountEntryStore.totals(session, days);
    }

    /** The entries of a day that count, in the order of their ids. */
    public void forEach(Session session, Account account, LocalDate day, Consumer<Explained> entries) {
        AccountEntryStore.ofDay(
                session,
                account,
                day,
                AccountEntryStore.ENTRIES.proved(session),
                PaymentProofStore.PROOFS.proved(session),
                entries);
    }

    /** The same as they are stored, whoever wrote them, for an audit. */
    public static void forEachStored(Session session, Account account, LocalDate day, Consumer<Explained> entries) {
        AccountEntryStore.ofDay(
                session, account, day, AccountEntryStore.ENTRIES::read, PaymentProofStore.PROOFS::read, entries);
    }

    /** All closed days as they are stored, whoever wrote them, for an audit. */
    public static void forEachClosed(Session session, Consumer<AccountDay> days) {
        AccountDayStore.forEachClosed(session, days);
    }

    /** The day of an account; empty if it is not known. */
    public static Optional<AccountDay> find(Session session, Account account, LocalDate day) {
        return AccountDayStore.find(session, account, day);
    }

    /** Whether background work has not looked at all entries of a day yet. */
    public boolean isDue(Session session, Account account, LocalDate day) {
        return AccountEntryStore.isDue(session, account, day);
    }

    /**
     * The payments of an account that were credited from the beginning of a day until the end of another one, and that no entry until its end
     * shows; oldest first.
     */
    public List<PaymentProof> unshown(Session session, Account account, LocalDate from, LocalDate to) {
        var zone = zones.of(session, account.id());
        return PaymentProofStore.unshown(
                session,
                account,
                from.atStartOfDay(zone).toInstant(),
                to.plusDays(1).atStartOfDay(zone).toInstant(),
                to);
    }

    /** Closes a day that the transaction has locked. */
    public AccountDay close(Session session, AccountDay day, Sealed seal, Instant now) {
        var closed = day.closed(seal, now);
        AccountDayStore.update(session, List.of(closed));
        return closed;
    }

    /** Opens the closed days of an account from one on again; returns them as they were. */
    public List<AccountDay> reopenFrom(Session session, AccountDay first, Instant now) {
        var days = AccountDayStore.lockClosedFrom(session, first.account(), first.day());
        AccountDayStore.update(
                session, days.stream().map(day -> day.reopened(now)).toList());
        return days;
    }

    /**
     * Keeps the days of entries open until the transaction ends.
     *
     * @throws Problem.Conflict {@code BANK_DAY_CLOSED} if one is closed
     */
    static void requireOpen(Session session, Collection<AccountEntry> entries) {
        var days = entries.stream()
                .collect(Collectors.groupingBy(
                        entry -> new Account(entry.accountId(), entry.livemode()),
                        Collectors.mapping(AccountEntry::booked, Collectors.toSet())));
        days.forEach((account, booked) -> AccountDayStore.closed(session, account, booked).stream()
                .findFirst()
                .ifPresent(day -> {
                    throw closed(day);
                }));
    }

    static Problem.Conflict closed(AccountDay day) {
        return new Problem.Conflict(
                "BANK_DAY_CLOSED",
                "The day " + day.day()
                        + " of this account is closed. Open it again under Day close, which two people decide, and then repeat this.");
    }
}
