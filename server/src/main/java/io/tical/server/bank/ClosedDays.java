package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.Place;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an import may not change: the entries and the balances of closed days.
 *
 * @param words an amount of minor units with its currency, for people
 */
record ClosedDays(Session session, BiFunction<Long, String, String> words) {
    /** A closed day has no new entries. */
    void requireOpen(Account account, List<AccountEntry> fresh) throws BankFileException {
        var days = fresh.stream().map(AccountEntry::booked).collect(Collectors.toSet());
        for (var closed : AccountDayStore.closed(session, account, days)) {
            var first = fresh.stream()
                    .filter(entry -> entry.booked().equals(closed.day()))
                    .findFirst()
                    .orElseThrow();
            throw refused(Fault.DAY_CLOSED, closed, words.apply(first.amount(), first.currency()));
        }
    }

    /**
     * A closed day lacks no entry, and its balances are those with which it was closed.
     *
     * @param statement that was read, with the days of which it says all
     * @param pages of the statement
     * @param missing the known entries of these days that it does not say
     */
    void requireAsClosed(
            StatementStore.Stored statement, StatementPages pages, List<StatementStore.Unsaid> missing, String currency)
            throws BankFileException {
        var from = statement.completeFrom();
        var until = statement.completeUntil();
        if (from == null || until == null) {
            return;
        }
        var account = new Account(statement.accountId(), statement.livemode());
        var days = AccountDayStore.closed(session, account, from.minusDays(1), until.plusDays(1));
        if (days.isEmpty()) {
            return;
        }
        var joined = statement.joined(pages.pages());
        var said = StatementStore.said(session, StatementStore.pages(statement));
        var others = StatementDays.of(session, account);
        for (var closed : days) {
            var sealed = Objects.requireNonNull(closed.sealed(), "a closed day has a seal");
            if (statement.says(closed.day())) {
                for (var entry : missing) {
                    if (entry.booked().equals(closed.day())) {
                        throw refused(Fault.DAY_CLOSED_LACKS, closed, words.apply(entry.amount(), currency));
                    }
                }
                var balances = StatementDays.around(joined, said, closed.day());
                requireSame(closed, sealed.opening(), balances.opening(), currency);
                requireSame(closed, sealed.closing(), balances.closing(), currency);
            } else if (others.isBetween(closed.day())) {
                // The balances of a day that no statement says are those of the statements beside it.
                if (closed.day().isBefore(from)) {
                    requireSame(closed, sealed.closing(), joined.opening(), currency);
                } else {
                    requireSame(closed, sealed.opening(), joined.closing(), currency);
                }
            }
        }
    }

    private void requireSame(AccountDay closed, long balance, @Nullable Long said, String currency)
            throws BankFileException {
        if (said != null && said != balance) {
            throw refused(
                    Fault.DAY_CLOSED_BALANCE, closed, words.apply(balance, currency), words.apply(said, currency));
        }
    }

    private static BankFileException refused(Fault fault, AccountDay closed, String... amounts) {
        var values = Stream.concat(Stream.of(closed.day().toString()), Stream.of(amounts));
        return new BankFileException(fault, Place.FILE, values.toArray(String[]::new));
    }
}
