package io.tical.server.bank;

import io.tical.common.admin.BankAccountState.Gap;
import io.tical.server.bank.StatementStore.Stored;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds what is missing between the statements of one account. */
final class StatementGaps {
    private static final Comparator<Stored> ORDER = Comparator.comparing(StatementGaps::from)
            .thenComparing(StatementGaps::to)
            .thenComparing(Stored::page)
            .thenComparing(Stored::id);

    private @Nullable LocalDate reached;
    private @Nullable Long closing;
    private final List<Gap> gaps = new ArrayList<>();

    private StatementGaps() {}

    private static LocalDate from(Stored statement) {
        return Objects.requireNonNull(statement.from());
    }

    private static LocalDate to(Stored statement) {
        return Objects.requireNonNull(statement.to());
    }

    /** @param statements of whole days, with their first and last days; in any order. The gaps are in the order of time. */
    static List<Gap> between(List<Stored> statements) {
        var gaps = new StatementGaps();
        statements.stream().sorted(ORDER).forEach(gaps::next);
        return gaps.gaps;
    }

    private void next(Stored statement) {
        var from = from(statement);
        if (reached != null && from.isAfter(reached)) {
            compare(reached, from, statement.opening());
        }
        if (reached == null || !to(statement).isBefore(reached)) {
            reached = to(statement);
            closing = statement.closing();
        }
    }

    private void compare(LocalDate until, LocalDate from, @Nullable Long opening) {
        if (closing != null && opening != null) {
            if (!closing.equals(opening)) {
                gaps.add(new Gap("balance", until.toString(), from.toString(), closing, opening));
            }
        } else if (from.isAfter(until.plusDays(1))) {
            gaps.add(new Gap("days", until.toString(), from.toString(), null, null));
        }
    }
}
