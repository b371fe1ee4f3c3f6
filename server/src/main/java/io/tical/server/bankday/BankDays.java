package io.tical.server.bankday;

import io.tical.common.admin.BankAccountState;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDay.Status;
import io.tical.server.bank.AccountDays;
import io.tical.server.bank.BankFileContent;
import io.tical.server.bankday.DaySummary.Hindrance;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The days of the operator's accounts: closes them, and opens them again. */
record BankDays(
        Database database, AccountDays days, DayExplanations explanations, CollectionAccounts accounts, Clock clock) {
    private static final int COPY_BYTES = 64 * 1024;

    /** @throws Problem.NotFound {@code BANK_DAY_NOT_FOUND} */
    AccountDay get(UUID id) {
        return database.run(session -> days.get(session, id));
    }

    /** How a day is explained, on one snapshot. */
    DaySummary summary(UUID id) {
        return database.snapshot(session -> explanations.of(session, days.get(session, id)));
    }

    /** @throws Problem.Conflict {@code BANK_DAY_STATUS_TRANSITION_INVALID} */
    static void require(AccountDay day, Status status) {
        if (day.status() != status) {
            throw new Problem.Conflict(
                    "BANK_DAY_STATUS_TRANSITION_INVALID",
                    "This day is " + day.status().word() + ". Load it again; only one that is " + status.word()
                            + " allows this.");
        }
    }

    /**
     * Requires that a day can be closed as a person saw it.
     *
     * @param state that the person saw
     * @throws Problem.Conflict {@code BANK_DAY_STATUS_TRANSITION_INVALID}, {@code BANK_DAY_NOT_READY}, {@code VERSION_CONFLICT}
     */
    static void requireClosable(DaySummary summary, String state) {
        require(summary.day(), Status.OPEN);
        for (var hindrance : summary.hindrances()) {
            throw new Problem.Conflict("BANK_DAY_NOT_READY", text(hindrance));
        }
        if (!summary.state().equals(state)) {
            throw Problem.Conflict.changed(AccountDay.RESOURCE);
        }
    }

    private static String text(Hindrance hindrance) {
        return switch (hindrance) {
            case INCOMPLETE -> "No statement says all of this day. Import one that proves its balances.";
            case NOT_OVER -> "This day is not over where the bank is. Close it tomorrow.";
            case MATCHING -> "The entries of this day are being matched. Try again in a few seconds.";
            case EARLIER_OPEN -> "A day before this one is open. Close the days of an account in their order.";
            case BEFORE_FIRST -> "This day is before the first closed day of the account, so it cannot be closed.";
        };
    }

    /**
     * Closes a day.
     *
     * @param state that the person saw
     * @throws Problem.Conflict as {@link #requireClosable}
     */
    AccountDay close(UUID id, String state, StaffDecision by) {
        return Database.patiently(() -> database.transaction(session -> {
            var day = locked(session, id, by);
            var summary = explanations.of(session, day);
            requireClosable(summary, state);
            if (!summary.reasons().isEmpty() && by.askedBy() == null) {
                throw Problem.Conflict.changed(AccountDay.RESOURCE);
            }
            var seal = sealed(session, summary, by);
            DaySealStore.insert(session, seal);
            var balances = Objects.requireNonNull(summary.balances());
            var closed = days.close(
                    session,
                    day,
                    new AccountDay.Sealed(balances.opening(), balances.closing(), seal.number()),
                    seal.sealedAt());
            log(
                    session,
                    "close",
                    by,
                    day,
                    new Logged(day.status(), null),
                    new Logged(closed.status(), seal.number()),
                    true);
            return closed;
        }));
    }

    private AccountDay locked(Session session, UUID id, StaffDecision by) {
        var day = days.lock(session, id);
        var seen = by.version();
        if (seen != null && seen != day.version()) {
            throw Problem.Conflict.changed(AccountDay.RESOURCE);
        }
        return day;
    }

    private DaySeal sealed(Session session, DaySummary summary, StaffDecision by) {
        var day = summary.day();
        var balances = Objects.requireNonNull(summary.balances());
        var before = Objects.requireNonNull(summary.before());
        var carried = Objects.requireNonNull(summary.carried());
        var ledger = summary.ledgerAfter();
        var last = DaySealStore.last(session, day.account()).orElse(null);
        var number = last == null ? 1 : last.number() + 1;
        var previous = last == null ? DaySeal.genesis() : last.head();
        var written = document(session, day, number, document -> {
            document.begin(account(session, day), day.account(), number, previous, by, by.note());
            document.closed(day.day(), summary.closingBefore(), balances.opening());
            days.forEach(session, day.account(), day.day(), document::entry);
            document.end(balances.closing(), ledger, carried, summary.unshown());
            return document.written(previous);
        });
        return new DaySeal(
                day.account(),
                number,
                DaySeal.Kind.CLOSED,
                day.day(),
                day.day(),
                before.first(),
                ledger,
                carried,
                previous,
                written.digest(),
                written.head(),
                written.size(),
                by.operator(),
                by.askedBy(),
                by.note(),
                clock.instant());
    }

    /** Writes the lines of a document. */
    @FunctionalInterface
    private interface Lines {
        DayDocument.Written write(DayDocument document);
    }

    private static DayDocument.Written document(Session session, AccountDay day, long number, Lines lines) {
        try (var document = new DayDocument(
                (part, content) -> DaySealStore.append(session, day.account(), number, part, content))) {
            return lines.write(document);
        }
    }

    /**
     * Opens a closed day and all later ones of its account again. Their seals stay; the chain has a line that says it.
     *
     * @throws Problem.Conflict {@code BANK_DAY_STATUS_TRANSITION_INVALID}, {@code VERSION_CONFLICT}
     */
    AccountDay reopen(UUID id, StaffDecision by) {
        return Database.patiently(() -> database.transaction(session -> {
            var day = locked(session, id, by);
            require(day, Status.CLOSED);
            var now = clock.instant();
            var reopened = days.reopenFrom(session, day, now);
            var until = reopened.getLast().day();
            var last = DaySealStore.last(session, day.account())
                    .orElseThrow(() -> database.altered("bank_day_seal of a closed day is missing"));
            var number = last.number() + 1;
            var written = document(session, day, number, document -> {
                document.begin(account(session, day), day.account(), number, last.head(), by, by.note());
                document.reopened(day.day(), until);
                return document.written(last.head());
            });
            DaySealStore.insert(
                    session,
                    new DaySeal(
                            day.account(),
                            number,
                            DaySeal.Kind.REOPENED,
                            day.day(),
                            until,
                            days.closed(session, day.account())
                                    .map(closed -> closed.first().day())
                                    .orElse(null),
                            null,
                            Carried.NOTHING,
                            last.head(),
                            written.digest(),
                            written.head(),
                            written.size(),
                            by.operator(),
                            by.askedBy(),
                            by.note(),
                            now));
            // Administrators are told once, of the first day.
            for (var one : reopened) {
                log(
                        session,
                        "reopen",
                        by,
                        one,
                        new Logged(one.status(), number(one)),
                        new Logged(Status.OPEN, null),
                        one.id().equals(id));
            }
            return days.get(session, id);
        }));
    }

    private static @Nullable Long number(AccountDay day) {
        return day.sealed() == null ? null : day.sealed().number();
    }

    /** The last closed day of the account of a day; null if none is. */
    @Nullable
    LocalDate lastClosed(AccountDay day) {
        return database.run(session -> days.closed(session, day.account()))
                .map(closed -> closed.last().day())
                .orElse(null);
    }

    /** What accounts have by the ledger at the end of their last closed day; those without one are left out. */
    static Map<UUID, BankAccountState.Ledger> ledger(Session session, Collection<UUID> accounts, boolean livemode) {
        var balances = new HashMap<UUID, BankAccountState.Ledger>();
        for (var id : accounts) {
            var account = new AccountDay.Account(id, livemode);
            AccountDays.lastClosed(session, account).ifPresent(day -> {
                var sealed = Objects.requireNonNull(day.sealed());
                DaySealStore.find(session, account, sealed.number())
                        .map(DaySeal::ledger)
                        .ifPresent(amount -> balances.put(
                                id, new BankAccountState.Ledger(day.day().toString(), amount, sealed.closing())));
            });
        }
        return balances;
    }

    /** What was sealed of a day, the newest first. */
    List<DaySeal> seals(AccountDay day, int rowsMax) {
        return database.run(session -> DaySealStore.ofDay(session, day.account(), day.day(), rowsMax));
    }

    /**
     * The line of the chain of a day's account.
     *
     * @param number null for the seal of the day
     * @throws Problem.NotFound {@code BANK_DAY_SEAL_NOT_FOUND} if there is none
     */
    DaySeal seal(AccountDay day, @Nullable Long number) {
        var wanted = number == null ? number(day) : number;
        return (wanted == null
                        ? Optional.<DaySeal>empty()
                        : database.run(session -> DaySealStore.find(session, day.account(), wanted)))
                .orElseThrow(() -> new Problem.NotFound(
                        "BANK_DAY_SEAL_NOT_FOUND",
                        "The account has no seal of this number, or the day is open. Close the day, or ask for another"
                                + " number."));
    }

    /** Passes the document of a line of the chain on. */
    void copy(DaySeal seal, Consumer<byte[]> to) {
        try (var in = BankFileContent.open(
                part -> database.run(session -> DaySealStore.part(session, seal.account(), seal.number(), part)))) {
            var chunk = new byte[COPY_BYTES];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                to.accept(Arrays.copyOf(chunk, read));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a sealed document could not be read", e);
        }
    }

    private CollectionAccount account(Session session, AccountDay day) {
        return accounts.list(session).stream()
                .filter(account -> account.id().equals(day.accountId()))
                .findFirst()
                .orElseThrow(() -> Problem.NotFound.of("collection_account"));
    }

    CollectionAccount account(AccountDay day) {
        return database.run(session -> account(session, day));
    }

    /** What people call a day. */
    static String words(CollectionAccount account, AccountDay day) {
        return account.bankCode() + " " + account.accountNo() + " · " + account.currency() + " · " + day.day();
    }

    /** The values of a day in the audit log. */
    record Logged(Status status, @Nullable Long seal) {}

    private void log(
            Session session,
            String action,
            StaffDecision by,
            AccountDay day,
            Logged before,
            Logged after,
            boolean tells) {
        var act = Act.change(null, day.livemode(), action, AccountDay.RESOURCE, day.id(), before, after);
        AuditEntry.insertLater(
                session,
                by.actor(),
                by.askedBy() == null || !tells
                        ? act.noting(by.note())
                        : act.ofControl(words(account(session, day), day), by),
                clock.instant());
    }

    /** The currencies of the accounts, by their ids. */
    Map<UUID, String> currencies() {
        var currencies = new HashMap<UUID, String>();
        accounts.list().forEach(account -> currencies.put(account.id(), account.currency()));
        return currencies;
    }
}
