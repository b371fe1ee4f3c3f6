package io.tical.server.bank;

import io.tical.server.bank.StatementStore.Stored;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All pages of one statement, whichever files have them and in whichever order these came. Each begins with the balance with which the one
 * before ends.
 *
 * @param pages from the first
 */
record StatementPages(List<Stored> pages) {
    /** Banks count statements anew each year, so that two may have one number. */
    private static final int DAYS_APART_MAX = 62;

    /**
     * The pages of the statement of which one was added; empty if one is missing.
     *
     * @param known pages with the same name that count and are proved, newest first
     */
    static Optional<StatementPages> of(Stored added, List<Stored> known) {
        var pages = new ArrayDeque<Stored>(List.of(added));
        while (pages.getFirst().page() > 1) {
            var first = pages.getFirst();
            var before = find(
                    known,
                    added,
                    one -> one.until() + 1 == first.page()
                            && !one.last()
                            && Objects.equals(one.closing(), first.opening()));
            if (before.isEmpty()) {
                return Optional.empty();
            }
            pages.addFirst(before.get());
        }
        while (!pages.getLast().last()) {
            var last = pages.getLast();
            var next = find(
                    known,
                    added,
                    one -> one.page() == last.until() + 1 && Objects.equals(one.opening(), last.closing()));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            pages.addLast(next.get());
        }
        return Optional.of(new StatementPages(List.copyOf(pages)));
    }

    private static Optional<Stored> find(List<Stored> known, Stored added, Predicate<Stored> fits) {
        return known.stream()
                .filter(one -> one.opening() != null && one.closing() != null && isNear(one, added))
                .filter(fits)
                .findFirst();
    }

    private static boolean isNear(Stored one, Stored other) {
        var from = one.from();
        var to = other.to();
        return from == null || to == null || Math.abs(from.toEpochDay() - to.toEpochDay()) <= DAYS_APART_MAX;
    }

    @Nullable
    LocalDate from() {
        return days(Stored::from).min(LocalDate::compareTo).orElse(null);
    }

    @Nullable
    LocalDate to() {
        return days(Stored::to).max(LocalDate::compareTo).orElse(null);
    }

    private Stream<LocalDate> days(Function<Stored, @Nullable LocalDate> day) {
        return pages.stream().flatMap(page -> Stream.ofNullable(day.apply(page)));
    }
}
