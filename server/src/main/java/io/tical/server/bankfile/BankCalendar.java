package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.DateForm.Written;
import io.tical.server.bankfile.StatementReader.Context;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the day that is meant: years may be Buddhist, and may have two digits. */
final class BankCalendar {
    private static final int BUDDHIST_OFFSET = 543;
    private static final int BUDDHIST_FROM = 2400;
    private static final int YEAR_MIN = 1900;

    /** Shorter than the offset, so that a year of two digits is either of the common era or Buddhist. */
    private static final int YEARS_BACK_MAX = 40;

    private static final int DAYS_AROUND_PERIOD_MAX = 31;

    private final LocalDate today;
    private final int daysAheadMax;
    private @Nullable LocalDate from;
    private @Nullable LocalDate to;
    private @Nullable Notice guess;

    BankCalendar(Context context) {
        today = context.today();
        daysAheadMax = context.limits().daysAheadMax();
    }

    /** Says which days the statement is about. */
    void period(@Nullable LocalDate from, @Nullable LocalDate to) {
        this.from = from;
        this.to = to;
    }

    /** @throws BankFileException if there is no such day, or its year is not certain */
    LocalDate day(Written written, String text, Place place) throws BankFileException {
        if (written.yearDigits() == 4) {
            var year = written.year() > BUDDHIST_FROM ? written.year() - BUDDHIST_OFFSET : written.year();
            return day(year, written).orElseThrow(() -> new BankFileException(Fault.DATE, place, text));
        }
        var candidates = IntStream.of(2000 + written.year(), 2500 + written.year() - BUDDHIST_OFFSET)
                .mapToObj(year -> day(year, written))
                .flatMap(Optional::stream)
                .toList();
        if (candidates.isEmpty()) {
            throw new BankFileException(Fault.DATE, place, text);
        }
        var near = candidates.stream().filter(this::nearPeriod).findFirst();
        if (near.isPresent()) {
            return near.get();
        }
        var day = candidates.stream()
                .filter(date -> !isAhead(date) && date.isAfter(today.minusYears(YEARS_BACK_MAX)))
                .findFirst()
                .orElseThrow(() -> new BankFileException(Fault.DATE_AMBIGUOUS, place, text));
        if (guess == null && day.getYear() != 2000 + written.year()) {
            guess = new Notice(Notice.Kind.YEAR_GUESSED, place, List.of(text, Integer.toString(day.getYear())));
        }
        return day;
    }

    /** The same, for a day on which something was booked: it is not in the future. */
    LocalDate booked(Written written, String text, Place place) throws BankFileException {
        return notAhead(day(written, text, place), place);
    }

    LocalDate notAhead(LocalDate day, Place place) throws BankFileException {
        if (isAhead(day)) {
            throw new BankFileException(Fault.DATE_IN_FUTURE, place, day.toString());
        }
        return day;
    }

    private boolean isAhead(LocalDate day) {
        return day.isAfter(today.plusDays(daysAheadMax));
    }

    private boolean nearPeriod(LocalDate day) {
        return from != null
                && to != null
                && !day.isBefore(from.minusDays(DAYS_AROUND_PERIOD_MAX))
                && !day.isAfter(to.plusDays(DAYS_AROUND_PERIOD_MAX));
    }

    private static Optional<LocalDate> day(int year, Written written) {
        if (year < YEAR_MIN) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.of(year, written.month(), written.day()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** That a year of two digits was read as a Buddhist one without a period that shows it. */
    Optional<Notice> guess() {
        return Optional.ofNullable(guess);
    }
}
