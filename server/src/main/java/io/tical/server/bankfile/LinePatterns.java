package io.tical.server.bankfile;

import io.tical.server.bankfile.CsvProfile.Line;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.StatementReader.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Patterns of the rows of a file that are no entries. */
final class LinePatterns {
    private static final int PATTERNS_MAX = 20;
    private static final int ENTRIES_MAX = 300;
    private static final int PREFIX_MAX = 40;
    private static final Pattern ACCOUNT = Pattern.compile("'?[0-9Xx*][0-9Xx* -]{5,}");
    private static final Pattern DECIMALS = Pattern.compile(".*[.,][0-9]{1,2}");
    private static final String SPECIAL = "\\.[](){}|*+?";

    private final CsvLayout layout;
    private final CsvLayout.Placement placement;
    private final AmountText amounts;
    private final Set<Line> said = new HashSet<>();
    private final LinkedHashSet<String> patterns = new LinkedHashSet<>();

    /** Of which no pattern may describe one. */
    private final List<String> entries = new ArrayList<>();

    private LinePatterns(CsvLayout layout, CsvLayout.Placement placement) {
        this.layout = layout;
        this.placement = placement;
        this.amounts = new AmountText(layout.profile().comma(), layout.profile().currency(), 2);
    }

    /** @param names the place of the row with the names of the columns */
    static List<String> of(Sample sample, CsvProfile profile, int names, Context context)
            throws BankFileException, IOException {
        var layout = new CsvLayout(profile);
        try (var rows = TableShape.open(sample, profile.form(), profile.delimiter())) {
            LinePatterns found = null;
            var head = new ArrayList<Row>();
            int at = 0;
            for (var next = rows.next(); next.isPresent(); next = rows.next()) {
                var row = next.get();
                if (at == names) {
                    var placement = layout.placement(row);
                    if (placement.isEmpty()) {
                        return List.of();
                    }
                    found = new LinePatterns(layout, placement.get());
                    for (var before : head) {
                        found.head(before);
                    }
                } else if (found == null) {
                    head.add(row);
                } else if (!row.blank() && !row.joined().equals(found.placement.names())) {
                    found.after(row);
                }
                at++;
                if (found != null && found.patterns.size() >= PATTERNS_MAX) {
                    break;
                }
            }
            return found == null ? List.of() : List.copyOf(found.patterns);
        } catch (BankFileException cut) {
            if (sample.whole()) {
                throw cut;
            }
            return List.of();
        }
    }

    private void head(Row row) {
        var pattern = labelled(row);
        pattern.ifPresent(patterns::add);
    }

    private void after(Row row) {
        if (isEntry(row)) {
            var joined = row.joined();
            patterns.removeIf(pattern -> new LinearPattern(pattern).matches(joined));
            if (entries.size() < ENTRIES_MAX) {
                entries.add(joined);
            }
            return;
        }
        var pattern = brought(row).or(() -> labelled(row)).orElseGet(() -> prefix(row));
        if (!pattern.isEmpty()
                && entries.stream().noneMatch(new LinearPattern(pattern)::matches)
                && patterns.stream().noneMatch(known -> new LinearPattern(known).matches(row.joined()))) {
            patterns.add(pattern);
        }
    }

    private Optional<String> cell(Row row, Role role) {
        var at = placement.roles().get(role);
        return at == null || at >= row.cells().size() || row.cells().get(at).blank()
                ? Optional.empty()
                : Optional.of(CellText.collapse(row.cells().get(at).text())).filter(text -> !text.equals("-"));
    }

    private boolean isEntry(Row row) {
        var dated = cell(row, Role.DATE).flatMap(layout::date).isPresent();
        return dated
                && List.of(Role.AMOUNT, Role.DEBIT, Role.CREDIT).stream()
                        .anyMatch(role -> cell(row, role).isPresent());
    }

    /** A row with a day and a balance, and no amount: what was brought forward. */
    private Optional<String> brought(Row row) {
        var balance = cell(row, Role.BALANCE);
        if (balance.isEmpty() || cell(row, Role.DATE).flatMap(layout::date).isEmpty()) {
            return Optional.empty();
        }
        var parts = new ArrayList<String>();
        var places = placement.roles().get(Role.BALANCE);
        for (int at = 0; at < row.cells().size(); at++) {
            var cell = row.cells().get(at);
            if (!cell.blank()) {
                var text = CellText.collapse(cell.text());
                parts.add(
                        places != null && at == places
                                ? "(?<balance>[^;]+)"
                                : hasDigit(text) ? "[^;]+" : escaped(text));
            }
        }
        return Optional.of(String.join(";", parts));
    }

    /** A row in which cells with labels that are known stand before what they say. */
    private Optional<String> labelled(Row row) {
        var cells = row.cells().stream()
                .filter(cell -> !cell.blank())
                .map(cell -> CellText.collapse(cell.text()))
                .toList();
        var pattern = new StringBuilder("(?:.*;)?");
        var groups = 0;
        for (int at = 0; at < cells.size(); at++) {
            var text = cells.get(at);
            var colon = text.indexOf(':');
            var next = at + 1 < cells.size() ? cells.get(at + 1) : "";
            var alone = KnownNames.line(text).filter(line -> isValue(line, next));
            var within = colon < 0
                    ? Optional.<Line>empty()
                    : KnownNames.line(text.substring(0, colon))
                            .filter(line ->
                                    isValue(line, text.substring(colon + 1).strip()));
            var line = alone.or(() -> within);
            if (line.isEmpty() || !said.add(line.get())) {
                continue;
            }
            if (groups++ > 0) {
                pattern.append("(?:.*;)?");
            }
            var group = "(?<" + line.get().name().toLowerCase(Locale.ROOT) + ">[^;]+)";
            if (alone.isPresent()) {
                pattern.append(escaped(text)).append(';').append(group).append(";?");
                at++;
            } else {
                pattern.append(escaped(text.substring(0, colon).strip()))
                        .append(" ?: ?")
                        .append(group)
                        .append(";?");
            }
        }
        return groups == 0 ? Optional.empty() : Optional.of(pattern.append(".*").toString());
    }

    private boolean isValue(Line line, String text) {
        return switch (line) {
            case ACCOUNT -> ACCOUNT.matcher(CellText.digits(text)).matches();
            case CURRENCY -> text.matches("[A-Z]{3}");
            case FROM, TO -> layout.date(text).isPresent();
            case OPENING, CLOSING, NOW, BALANCE -> isAmount(text);
            case CREDIT_SUM, DEBIT_SUM ->
                isAmount(text) && DECIMALS.matcher(text).matches();
            case CREDIT_COUNT, DEBIT_COUNT -> text.matches("[0-9,]+");
            case ID -> !text.isEmpty();
        };
    }

    private boolean isAmount(String text) {
        try {
            amounts.read(text, Place.FILE);
            return true;
        } catch (BankFileException e) {
            return false;
        }
    }

    /** What the row begins with, before its first digit. */
    private static String prefix(Row row) {
        var joined = row.joined();
        var end = 0;
        while (end < Math.min(joined.length(), PREFIX_MAX)
                && !hasDigit(joined.substring(end, end + 1))
                && joined.charAt(end) != ';') {
            end++;
        }
        var prefix = joined.substring(0, end);
        return prefix.chars().filter(Character::isLetter).count() < 2 ? "" : escaped(prefix) + ".*";
    }

    private static boolean hasDigit(String text) {
        return CellText.digits(text).chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            var c = text.charAt(at);
            escaped.append(SPECIAL.indexOf(c) >= 0 || c == '^' || c == '$' ? "\\" : "")
                    .append(c);
        }
        return escaped.toString();
    }
}
