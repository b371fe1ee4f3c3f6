package io.tical.server.bankfile;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.common.Word;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a bank lays out the table of a statement. It is data: an operator can change a copy of it.
 *
 * <p>The patterns are {@link LinearPattern}s. Those of {@link #lines} and {@link #begins} describe a row as its cells that are not empty,
 * with semicolons between them; their groups are {@link Line}. Those of {@link Party} describe one of the texts of an entry; their groups
 * are {@link PartyGroup}.
 *
 * @param name unique; the format of its statements
 * @param bank number of the bank, such as {@code 004}
 * @param currency of files that do not say it, ISO 4217
 * @param delimiter one character between cells; not of a table of HTML
 * @param intraday whether the newest day may be unfinished, because the file is made on demand
 * @param newestFirst the order of the entries where the balances do not show it
 * @param dates the {@link DateForm}s of dates, with or without a time
 * @param times the forms of the column of times
 * @param comma whether decimals follow a comma
 * @param columns where the parts of an entry are; either debit and credit, or amount with or without sign
 * @param texts where its texts are, in the order in which they are shown
 * @param ignored names of columns that say nothing about an entry
 * @param debitNegative whether the column of debits has a minus sign
 * @param negative what the columns of signs say for money out of the account, or for a balance that is overdrawn
 * @param empty what a cell says that has no value, besides nothing
 * @param begins the first row of a file without names of columns
 * @param lines rows that are no entries; before the names of columns others are allowed too
 * @param parties how to find the other side and references in a text; the first that describes a text counts
 * @param fees what code or text a fee has
 * @param interest what code or text interest has
 * @param returns what code or text a returned payment has
 */
public record CsvProfile(
        String name,
        @Nullable String bank,
        String currency,
        Form form,
        TextEncoding encoding,
        String delimiter,
        boolean intraday,
        boolean newestFirst,
        List<String> dates,
        List<String> times,
        boolean comma,
        Map<Role, Column> columns,
        List<Column> texts,
        List<String> ignored,
        boolean debitNegative,
        List<String> negative,
        List<String> empty,
        @Nullable String begins,
        List<String> lines,
        List<Party> parties,
        List<String> fees,
        List<String> interest,
        List<String> returns) {
    private static final int LIST_MAX = 64;
    private static final int NAME_MAX = 100;

    public enum Form implements Word {
        DELIMITED,
        HTML
    }

    /** What a column is. */
    public enum Role implements Word {
        DATE,
        TIME,
        VALUE_DATE,
        DEBIT,
        CREDIT,
        AMOUNT,
        SIGN,
        BALANCE,
        BALANCE_SIGN,
        CODE,
        CHEQUE,
        /** The bank's reference of the entry. */
        REFERENCE,
        /** The number that the statement gives the entry. */
        NUMBER,
        /** The account of the statement. */
        ACCOUNT,
        /** The currency of the statement. */
        CURRENCY
    }

    /** The groups of patterns of lines. */
    public enum Line implements Word {
        ACCOUNT,
        CURRENCY,
        /** The bank's id of the statement. */
        ID,
        FROM,
        TO,
        OPENING,
        CLOSING,
        /** The balance at the time of the download, which is the closing one if nothing came after the period. */
        NOW,
        /** The balance at this row: brought or carried forward. */
        BALANCE,
        CREDIT_COUNT,
        CREDIT_SUM,
        DEBIT_COUNT,
        DEBIT_SUM
    }

    /** The groups of patterns of texts. */
    public enum PartyGroup implements Word {
        NAME,
        ACCOUNT,
        BANK,
        /** Takes part if the bank cut the name. */
        CUT,
        REFERENCE,
        END_TO_END
    }

    /**
     * Where a column is: by any of its names, however they are spaced, or by its position.
     *
     * @param position from 0
     * @param optional whether a file may lack it, or an entry its value
     */
    public record Column(List<String> names, @Nullable Integer position, boolean optional) {
        public Column {
            names = List.copyOf(requireNonNullElse(names, List.of()));
            if (names.isEmpty() == (position == null)) {
                throw new IllegalArgumentException("a column has either names or a position");
            }
            if (position != null && (position < 0 || position >= Rows.CELLS_MAX)) {
                throw new IllegalArgumentException("the position of a column is from 0 to " + (Rows.CELLS_MAX - 1));
            }
        }
    }

    /** @param bank of the other side if the pattern finds none */
    public record Party(String pattern, @Nullable String bank) {}

    public CsvProfile {
        currency = requireNonNullElse(currency, "THB");
        form = requireNonNullElse(form, Form.DELIMITED);
        encoding = requireNonNullElse(encoding, TextEncoding.DETECT);
        delimiter = requireNonNullElse(delimiter, ",");
        dates = list(dates);
        times = list(times);
        columns = inOrder(requireNonNullElse(columns, Map.of()));
        texts = list(texts);
        ignored = list(ignored);
        negative = list(negative);
        empty = list(empty);
        lines = list(lines);
        parties = list(parties);
        fees = list(fees);
        interest = list(interest);
        returns = list(returns);
        check(name != null && !name.isBlank() && name.length() <= NAME_MAX, "a profile has a name");
        check(currency.matches("[A-Z]{3}"), "the currency is three letters");
        check(
                delimiter.length() == 1
                        && !delimiter.equals("\"")
                        && !delimiter.equals("\n")
                        && !delimiter.equals("\r"),
                "the delimiter is one character");
        check(columns.containsKey(Role.DATE) && !dates.isEmpty(), "a date has a column and a form");
        check(columns.containsKey(Role.TIME) == !times.isEmpty(), "a time has a column and a form");
        var two = columns.containsKey(Role.DEBIT) && columns.containsKey(Role.CREDIT);
        var either = columns.containsKey(Role.DEBIT) || columns.containsKey(Role.CREDIT);
        check(two == either && two != columns.containsKey(Role.AMOUNT), "the columns are debit and credit, or amount");
        check(!columns.containsKey(Role.SIGN) || columns.containsKey(Role.AMOUNT), "a sign belongs to an amount");
        var signs = columns.containsKey(Role.SIGN) || columns.containsKey(Role.BALANCE_SIGN);
        check(signs != negative.isEmpty(), "a column of signs and what it says belong together");
        check(
                begins == null || columns.values().stream().allMatch(column -> column.position() != null),
                "without names of columns, each has a position");
    }

    /** In one order always, so that the JSON of a profile is always the same. */
    private static Map<Role, Column> inOrder(Map<Role, Column> columns) {
        var ordered = new EnumMap<Role, Column>(Role.class);
        columns.forEach((role, column) -> ordered.put(role, requireNonNull(column, "a column has a value")));
        return Collections.unmodifiableMap(ordered);
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        var copy = List.copyOf(requireNonNullElse(list, List.<T>of()));
        check(copy.size() <= LIST_MAX, "a list of a profile has at most " + LIST_MAX + " values");
        return copy;
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * Reads the profile that {@link #json} wrote, or a person.
     *
     * @throws IllegalArgumentException if it is no profile; the message says why
     */
    public static CsvProfile parse(String json) {
        try {
            var profile = Json.mapper().readValue(json, CsvProfile.class);
            var unused = new CsvLayout(profile);
            return profile;
        } catch (JsonProcessingException e) {
            var cause = e.getCause() instanceof IllegalArgumentException invalid ? invalid : e;
            throw new IllegalArgumentException(
                    cause instanceof JsonProcessingException json1 ? json1.getOriginalMessage() : cause.getMessage(),
                    e);
        }
    }

    public String json() {
        return Json.text(this);
    }
}
