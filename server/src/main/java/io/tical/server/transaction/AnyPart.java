package io.tical.server.transaction;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text that people search for in any part of a transaction, ignoring case, and the amounts that it may mean: {@code 1,500} is 150000 in
 * THB and 1500 in JPY.
 *
 * @param amounts empty if it is not an amount
 */
public record AnyPart(String text, List<Amount> amounts) {
    private static final Pattern ID = Pattern.compile("[0-9A-Fa-f-]{4,36}");
    private static final Pattern ACCOUNT = Pattern.compile("[0-9A-Za-z]{2,34}");
    private static final Pattern AMOUNT = Pattern.compile(
            "([A-Za-z]{3,4} ?)?([0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3}){1,5})(\\.[0-9]{0,6})?( ?[A-Za-z]{3,4})?");

    /** Minor units of a currency. */
    public record Amount(String currency, long minor) {}

    /**
     * The columns to search.
     *
     * @param texts searched for any part, ignoring case
     * @param accounts account numbers, searched for any part, ignoring entered spaces and hyphens
     * @param amounts compared as whole amounts in the transaction's currency
     */
    public record Places(List<String> texts, List<String> accounts, List<String> amounts) {}

    static AnyPart of(String entered, Currencies currencies) {
        var text = entered.strip();
        return new AnyPart(text, amounts(text, currencies.all()));
    }

    private static List<Amount> amounts(String text, List<CurrencyProfile> currencies) {
        var entered = AMOUNT.matcher(text);
        if (!entered.matches() || (entered.group(1) != null && entered.group(4) != null)) {
            return List.of();
        }
        var code = (entered.group(1) == null ? entered.group(4) : entered.group(1));
        var only = Optional.ofNullable(code).map(word -> word.strip().toUpperCase(Locale.ROOT));
        var fraction = entered.group(3) == null ? "" : entered.group(3);
        var amount = new BigDecimal(entered.group(2).replace(",", "") + (fraction.equals(".") ? "" : fraction));
        var amounts = new ArrayList<Amount>();
        for (var currency : currencies) {
            if (only.isEmpty() || only.get().equals(currency.code())) {
                minor(amount, currency.scale()).ifPresent(minor -> amounts.add(new Amount(currency.code(), minor)));
            }
        }
        return amounts;
    }

    private static Optional<Long> minor(BigDecimal amount, int scale) {
        try {
            return Optional.of(amount.movePointRight(scale).longValueExact());
        } catch (ArithmeticException noSuchAmount) {
            return Optional.empty();
        }
    }

    /** The condition, on the table {@code p}, that one of these columns of a transaction contains the text. */
    String condition(String id, Places places) {
        var conditions = new ArrayList<String>();
        // All columns are concatenated, so that lower() runs once, in the collation of names and not of references.
        var all = places.texts().stream()
                .map(column -> "coalesce(p." + column + ", '')")
                .collect(Collectors.joining(" || chr(10) || "));
        conditions.add("lower((" + all + ") COLLATE \"default\") LIKE lower(cast(:anywhere AS text))");
        if (ID.matcher(text).matches()) {
            conditions.add("cast(p." + id + " AS text) LIKE :within_id");
        }
        if (ACCOUNT.matcher(digits()).matches()) {
            places.accounts().forEach(column -> conditions.add("p." + column + " LIKE :within_account"));
        }
        if (!amounts.isEmpty()) {
            places.amounts()
                    .forEach(column -> conditions.add("(p.currency, p." + column + ") IN (SELECT * FROM unnest("
                            + "cast(:of_currencies AS text[]), cast(:of_amounts AS bigint[])))"));
        }
        return "(" + String.join(" OR ", conditions) + ")";
    }

    /** The condition that the reference or the id is the text, or that another table has the text with the id. */
    static String whole(String id, String reference) {
        return "(p.%2$s = :whole OR p.%1$s = cast(:whole_id AS uuid) OR p.%1$s = ANY (cast(:elsewhere AS uuid[])))"
                .formatted(id, reference);
    }

    static String notWhole(String id, String reference) {
        return ("p.%2$s IS DISTINCT FROM :whole AND p.%1$s IS DISTINCT FROM cast(:whole_id AS uuid)"
                        + " AND p.%1$s <> ALL (cast(:elsewhere AS uuid[]))")
                .formatted(id, reference);
    }

    Session.Statement bind(Session.Statement statement) {
        return statement
                .bind("anywhere", "%" + TransactionList.prefix(text))
                .bind("within_id", "%" + TransactionList.prefix(text.toLowerCase(Locale.ROOT)))
                .bind("within_account", "%" + TransactionList.prefix(digits()))
                .bind("whole", text)
                .bind("whole_id", Ids.parse(text).orElse(null))
                .bindEach("of_currencies", amounts, Amount::currency)
                .bindEach("of_amounts", amounts, Amount::minor);
    }

    private String digits() {
        return text.replaceAll("[\\s-]", "");
    }
}
