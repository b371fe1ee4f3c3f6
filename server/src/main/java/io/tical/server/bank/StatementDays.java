package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.StatementStore.Whole;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The balances of an account around a day, as its statements prove them.
 *
 * @param whole the statements that say all of some days, oldest first
 */
record StatementDays(List<Whole> whole) {
    /**
     * What proves the balances of a day.
     *
     * @param opening the balance before the day, minor units
     * @param closing the balance after the day, minor units
     * @param quiet whether no statement is of the day itself, and the one after it begins with the balance with which the one before it ended
     * @param contradicted whether another statement of the day says other balances
     */
    record Balances(long opening, long closing, boolean quiet, boolean contradicted) {}

    static StatementDays of(Session session, Account account) {
        var whole = StatementStore.whole(session, account.id(), account.livemode());
        return new StatementDays(account.livemode() ? whole : rehearsed(whole));
    }

    /** Nobody waits in the test environment until a day is over: of a day, the latest statement says all. */
    private static List<Whole> rehearsed(List<Whole> whole) {
        var latest = new LinkedHashMap<List<Object>, Whole>();
        for (var one : whole) {
            var statement = one.statement();
            var to = Objects.requireNonNull(statement.to(), "a complete statement has days");
            latest.remove(List.of(Objects.requireNonNull(statement.from()), to));
            latest.put(
                    List.of(Objects.requireNonNull(statement.from()), to),
                    new Whole(statement.complete(statement.completeFrom(), to, statement.pages()), one.pages()));
        }
        return List.copyOf(latest.values());
    }

    /** Whether a statement says all of a day, or those beside it prove that nothing moved. */
    boolean isComplete(LocalDate day) {
        return whole.stream().anyMatch(one -> one.statement().says(day))
                || quiet(day).isPresent();
    }

    /** The balances of a complete day. */
    Optional<Balances> balances(Session session, LocalDate day) {
        var saying = whole.stream()
                .filter(one -> one.statement().says(day))
                .map(one -> around(session, one, day))
                .toList();
        if (saying.isEmpty()) {
            return quiet(day).map(balance -> new Balances(balance, balance, true, false));
        }
        var newest = saying.getLast();
        var contradicted = saying.stream().anyMatch(other -> !other.equals(newest));
        return Optional.of(new Balances(newest.opening(), newest.closing(), false, contradicted));
    }

    private static Balances around(Session session, Whole one, LocalDate day) {
        return around(one.statement(), StatementStore.said(session, one.pages()), day);
    }

    /**
     * The balances of a day by one statement that says all of it.
     *
     * @param said the sums of its entries, by their days
     */
    static Balances around(StatementStore.Stored statement, SortedMap<LocalDate, Long> said, LocalDate day) {
        var opening = Objects.requireNonNull(statement.opening(), "a complete statement has balances");
        for (var amount : said.headMap(day).values()) {
            opening = Math.addExact(opening, amount);
        }
        return new Balances(opening, Math.addExact(opening, said.getOrDefault(day, 0L)), false, false);
    }

    /** Whether no statement says a day, so that only those beside it can prove that nothing moved. */
    boolean isBetween(LocalDate day) {
        return whole.stream().noneMatch(one -> one.statement().says(day));
    }

    /** The balance during a day between two statements of which the later one begins as the earlier one ended. */
    private Optional<Long> quiet(LocalDate day) {
        var before = whole.stream()
                .map(Whole::statement)
                .filter(one -> one.to() != null
                        && one.to().equals(one.completeUntil())
                        && one.to().isBefore(day))
                .max(Comparator.comparing((StatementStore.Stored one) -> Objects.requireNonNull(one.to()))
                        .thenComparing(StatementStore.Stored::id));
        var after = whole.stream()
                .map(Whole::statement)
                .filter(one -> Objects.requireNonNull(one.from()).isAfter(day))
                .min(Comparator.comparing((StatementStore.Stored one) -> Objects.requireNonNull(one.from()))
                        .thenComparing(StatementStore.Stored::id, Comparator.reverseOrder()));
        return before.flatMap(earlier ->
                after.map(StatementStore.Stored::opening).filter(opening -> opening.equals(earlier.closing())));
    }
}
