package io.tical.server.bankfile;

import io.tical.server.bankfile.CsvProfile.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns of amounts by the running balance, which proves them, or else by their names.
 *
 * @param roles the columns by what they are
 * @param negative what the column of signs says for money out
 * @param proved the lines that the running balance proves; 0 if none does
 */
record AmountColumns(
        Map<Role, Integer> roles, List<String> negative, boolean debitNegative, boolean comma, int proved) {
    private static final int COLUMNS_MAX = 10;
    private static final int SIGNS_MAX = 4;
    private static final int SIGN_LENGTH_MAX = 20;
    private static final double ENOUGH = 0.9;
    private static final int SCALE = 2;
    private static final Set<String> OVERDRAWN = Set.of("-", "DR", "Dr", "D", "OD");

    /**
     * @param rows the entries
     * @param taken columns that are something else
     */
    static AmountColumns of(List<Row> rows, Set<Integer> taken, Map<Integer, Role> named) {
        var point = new Cells(rows, taken, named, false);
        var comma = new Cells(rows, taken, named, true);
        var cells = comma.count > point.count ? comma : point;
        return cells.proved().or(cells::provedWithSign).orElseGet(cells::named);
    }

    /** The amounts of the rows, as far as the cells have some. */
    private static final class Cells {
        private final List<Row> rows;
        private final Map<Integer, Role> named;
        private final boolean comma;
        private final List<Integer> columns = new ArrayList<>();
        private final Map<Integer, @Nullable Long[]> amounts = new HashMap<>();
        private final List<Integer> signs = new ArrayList<>();
        private int count;
        private @Nullable Integer balanceSign;

        Cells(List<Row> rows, Set<Integer> taken, Map<Integer, Role> named, boolean comma) {
            this.rows = rows;
            this.named = named;
            this.comma = comma;
            var reader = new AmountText(comma, "THB", SCALE);
            var width = rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0);
            for (int column = 0; column < width; column++) {
                if (!taken.contains(column)) {
                    add(column, reader);
                }
            }
            signs.sort(Comparator.comparing((Integer column) -> named.get(column) != Role.SIGN)
                    .thenComparing(this::hasDigit)
                    .thenComparingLong(this::words));
        }

        private boolean hasDigit(int column) {
            return IntStream.range(0, rows.size())
                    .anyMatch(row -> CellText.digits(text(row, column)).chars().anyMatch(Character::isDigit));
        }

        private long words(int column) {
            return IntStream.range(0, rows.size())
                    .mapToObj(row -> text(row, column))
                    .distinct()
                    .count();
        }

        private void add(int column, AmountText reader) {
            @Nullable Long[] values = new @Nullable Long[rows.size()];
            var filled = 0;
            var read = 0;
            var decimals = 0;
            var words = new HashSet<String>();
            for (int at = 0; at < rows.size(); at++) {
                var text = text(at, column);
                if (!text.isEmpty() && !text.equals("-")) {
                    filled++;
                    values[at] = amount(reader, text);
                    read += values[at] == null ? 0 : 1;
                    decimals += text.matches(comma ? ".*,[0-9]{1,2}" : ".*\\.[0-9]{1,2}") ? 1 : 0;
                }
                if (words.size() <= SIGNS_MAX) {
                    words.add(text);
                }
            }
            var role = named.get(column);
            var likely = decimals * 2 >= filled || (role != null && isMoney(role));
            if (filled > 0 && read == filled && likely && columns.size() < COLUMNS_MAX) {
                columns.add(column);
                amounts.put(column, values);
                count += decimals;
            } else if ((filled * 2 >= rows.size() || words.stream().anyMatch(OVERDRAWN::contains))
                    && words.size() <= SIGNS_MAX
                    && words.stream().allMatch(word -> word.length() <= SIGN_LENGTH_MAX)) {
                signs.add(column);
            }
        }

        private static boolean isMoney(Role role) {
            return switch (role) {
                case DEBIT, CREDIT, AMOUNT, BALANCE -> true;
                case DATE, TIME, VALUE_DATE, SIGN, BALANCE_SIGN, CODE, CHEQUE, REFERENCE, NUMBER, ACCOUNT, CURRENCY ->
                    false;
            };
        }

        private static @Nullable Long amount(AmountText reader, String text) {
            try {
                return reader.read(text, Place.FILE);
            } catch (BankFileException e) {
                return null;
            }
        }

        private String text(int row, int column) {
            var cells = rows.get(row).cells();
            return column < cells.size() ? CellText.collapse(cells.get(column).text()) : "";
        }

        private @Nullable Long amount(int row, int column) {
            var values = amounts.get(column);
            return values == null ? null : values[row];
        }

        /** The same, where another column says that a balance is overdrawn. */
        Optional<AmountColumns> provedWithSign() {
            for (var sign : signs) {
                balanceSign = sign;
                var found = proved().filter(columns -> !columns.roles().containsKey(Role.SIGN));
                if (found.isPresent()) {
                    var roles = new EnumMap<>(found.get().roles());
                    roles.put(Role.BALANCE_SIGN, sign);
                    var out = IntStream.range(0, rows.size())
                            .mapToObj(row -> text(row, sign))
                            .filter(OVERDRAWN::contains)
                            .distinct()
                            .toList();
                    return Optional.of(new AmountColumns(
                            roles,
                            out,
                            found.get().debitNegative(),
                            comma,
                            found.get().proved()));
                }
            }
            balanceSign = null;
            return Optional.empty();
        }

        private @Nullable Long balance(int row, int column) {
            var amount = amount(row, column);
            var sign = balanceSign;
            return amount != null && sign != null && OVERDRAWN.contains(text(row, sign)) ? (Long) (-amount) : amount;
        }

        /** The columns that the running balance proves. */
        Optional<AmountColumns> proved() {
            Optional<AmountColumns> best = Optional.empty();
            for (var balance : columns) {
                for (var debit : columns) {
                    for (var credit : columns) {
                        if (!debit.equals(credit) && !balance.equals(debit) && !balance.equals(credit)) {
                            best = better(best, two(balance, debit, credit));
                        }
                    }
                    if (!balance.equals(debit)) {
                        best = better(best, one(balance, debit));
                        for (var sign : signs) {
                            best = better(best, signed(balance, debit, sign));
                        }
                    }
                }
            }
            return best;
        }

        private static Optional<AmountColumns> better(Optional<AmountColumns> best, Optional<AmountColumns> other) {
            return other.filter(found ->
                            best.isEmpty() || found.proved() > best.get().proved())
                    .or(() -> best);
        }

        private Optional<AmountColumns> two(int balance, int debit, int credit) {
            @Nullable Long[] changes = new @Nullable Long[rows.size()];
            for (int row = 0; row < rows.size(); row++) {
                var out = amount(row, debit);
                var in = amount(row, credit);
                if ((out != null && out != 0 && in != null && in != 0) || (in != null && in < 0)) {
                    return Optional.empty();
                }
                changes[row] = (in == null ? 0 : in) - (out == null ? 0 : Math.abs(out));
            }
            return chained(balance, changes)
                    .map(lines -> new AmountColumns(
                            roles(Map.of(Role.BALANCE, balance, Role.DEBIT, debit, Role.CREDIT, credit)),
                            List.of(),
                            hasNegative(debit),
                            comma,
                            lines));
        }

        private boolean hasNegative(int column) {
            return IntStream.range(0, rows.size())
                    .mapToObj(row -> Optional.ofNullable(amount(row, column)))
                    .flatMap(Optional::stream)
                    .anyMatch(amount -> amount < 0);
        }

        private Optional<AmountColumns> one(int balance, int amount) {
            @Nullable Long[] changes = new @Nullable Long[rows.size()];
            for (int row = 0; row < rows.size(); row++) {
                changes[row] = amount(row, amount);
            }
            return chained(balance, changes)
                    .map(lines -> new AmountColumns(
                            roles(Map.of(Role.BALANCE, balance, Role.AMOUNT, amount)), List.of(), false, comma, lines));
        }

        /** Tries what the words of a column of signs may mean. */
        private Optional<AmountColumns> signed(int balance, int amount, int sign) {
            if (hasNegative(amount)) {
                return Optional.empty();
            }
            var words = IntStream.range(0, rows.size())
                    .mapToObj(row -> text(row, sign))
                    .distinct()
                    .sorted()
                    .toList();
            Optional<AmountColumns> best = Optional.empty();
            for (int chosen = 1; chosen < 1 << words.size(); chosen++) {
                var out = new ArrayList<String>();
                for (int word = 0; word < words.size(); word++) {
                    if ((chosen & 1 << word) != 0) {
                        out.add(words.get(word));
                    }
                }
                if (out.contains("")) {
                    continue;
                }
                @Nullable Long[] changes = new @Nullable Long[rows.size()];
                for (int row = 0; row < rows.size(); row++) {
                    var value = amount(row, amount);
                    changes[row] = value == null ? null : (Long) (out.contains(text(row, sign)) ? -value : value);
                }
                best = better(
                        best,
                        chained(balance, changes)
                                .map(lines -> new AmountColumns(
                                        roles(Map.of(Role.BALANCE, balance, Role.AMOUNT, amount, Role.SIGN, sign)),
                                        List.copyOf(out),
                                        false,
                                        comma,
                                        lines)));
            }
            return best;
        }

        /** The lines that follow from the one before, if nearly all do in one of the two orders. */
        private Optional<Integer> chained(int balance, @Nullable Long[] changes) {
            var older = 0;
            var newer = 0;
            var pairs = 0;
            for (int row = 1; row < rows.size(); row++) {
                var before = balance(row - 1, balance);
                var after = balance(row, balance);
                if (before == null || after == null) {
                    continue;
                }
                pairs++;
                var change = changes[row];
                var changeBefore = changes[row - 1];
                older += change != null && change != 0 && after - before == change ? 1 : 0;
                newer += changeBefore != null && changeBefore != 0 && before - after == changeBefore ? 1 : 0;
            }
            var lines = Math.max(older, newer);
            return pairs >= 2 && lines >= ENOUGH * pairs ? Optional.of(lines) : Optional.empty();
        }

        private static Map<Role, Integer> roles(Map<Role, Integer> roles) {
            return new EnumMap<>(roles);
        }

        /** The columns by their names, as far as they fit together. */
        AmountColumns named() {
            var roles = new EnumMap<Role, Integer>(Role.class);
            named.forEach((column, role) -> {
                if (columns.contains(column) || (role == Role.SIGN && signs.contains(column))) {
                    roles.putIfAbsent(role, column);
                }
            });
            if (roles.containsKey(Role.DEBIT) && roles.containsKey(Role.CREDIT)) {
                roles.remove(Role.AMOUNT);
                roles.remove(Role.SIGN);
            } else if (roles.containsKey(Role.AMOUNT)) {
                roles.remove(Role.DEBIT);
                roles.remove(Role.CREDIT);
            } else {
                roles.remove(Role.SIGN);
            }
            var debit = roles.get(Role.DEBIT);
            return new AmountColumns(roles, List.of(), debit != null && hasNegative(debit), comma, 0);
        }
    }
}
