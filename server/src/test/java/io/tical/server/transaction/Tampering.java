package io.tical.server.transaction;

import io.tical.db.Journal;
import io.tical.server.ledger.Finding;
import io.tical.server.transaction.StoredTable.Stored;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was done to one row.
 *
 * @param before as it was, null if it was added
 * @param after as it was left, null if it was deleted
 * @param column the altered one, null if the row must be named only
 * @param names the beginnings of findings about the row
 */
record Tampering(
        String what,
        StoredTable table,
        @Nullable Stored before,
        @Nullable Stored after,
        @Nullable String column,
        List<String> names) {
    private static final Pattern RANGE = Pattern.compile("(.* (?:seq|number) )(\\d+) to (\\d+)");
    private static final Pattern NUMBERED = Pattern.compile("(.* (?:seq|number) )(\\d+)");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    Tampering(
            String what, StoredTable table, @Nullable Stored before, @Nullable Stored after, @Nullable String column) {
        this(what, table, before, after, column, names(table, before, after));
    }

    /** Whether the audit has named the row, and its altered column. */
    boolean namedBy(Collection<Finding> findings) {
        return findings.stream().anyMatch(finding -> isAbout(finding) && (column == null || namesColumn(finding)));
    }

    /** Whether a finding is about this row. */
    boolean isAbout(Finding finding) {
        return finding.table().equals(table.name()) && names.stream().anyMatch(name -> covers(finding.key(), name));
    }

    /** A checksum of 16 bits names the column; now and then it is the same, and then the MAC is named. */
    private boolean namesColumn(Finding finding) {
        return List.of(finding.key().replace(",", "").split(" ")).contains(column)
                || finding.key().endsWith(" mac");
    }

    private static List<String> names(StoredTable table, @Nullable Stored before, @Nullable Stored after) {
        return rows(before, after)
                .flatMap(row -> names(table, row).stream())
                .distinct()
                .toList();
    }

    private static List<String> names(StoredTable table, Stored row) {
        return switch (table.name()) {
            case "wallet" -> List.of(wallet(row));
            case "transfer" -> List.of(wallet(row) + " seq " + row.value("seq"));
            case "seal" ->
                List.of(
                        wallet(row) + " transfers " + row.value("from_seq") + " to "
                                + Objects.requireNonNullElse(row.values().get("to_seq"), "0"),
                        wallet(row) + " from transfer " + row.value("from_seq"),
                        table.key(row));
            default -> List.of(table.key(row));
        };
    }

    static String wallet(Stored row) {
        return "organization " + row.value("organization_id")
                + (row.value("livemode").equals("true") ? " live " : " test ") + row.value("currency");
    }

    private static boolean covers(String key, String name) {
        if (key.startsWith(name) && (key.length() == name.length() || key.charAt(name.length()) == ' ')) {
            return true;
        }
        if (!key.contains(" to ")) {
            return false;
        }
        var range = RANGE.matcher(key);
        var one = NUMBERED.matcher(name);
        return range.matches()
                && one.matches()
                && range.group(1).equals(one.group(1))
                && Long.parseLong(range.group(2)) <= Long.parseLong(one.group(2))
                && Long.parseLong(one.group(2)) <= Long.parseLong(range.group(3));
    }

    /** Whether only the journal tells. */
    boolean needsTheJournal() {
        return (what.equals("DELETE") || what.equals("REVERT") || what.equals("REWRITE"))
                && column == null
                && !mayHideChanges();
    }

    /** Whether the row has changes of others, which are not known while it is altered or missing. */
    boolean mayHideChanges() {
        return !isRewritten() && Set.of("transfer", Journal.TABLE).contains(table.name());
    }

    boolean isRewritten() {
        return what.equals("REWRITE");
    }

    /** The ids in the row before and after. Of its merchant only if the wallet must agree with the row. */
    void addIds(Set<String> ids) {
        var ofWallet = Set.of("wallet", "payout", "transfer").contains(table.name());
        rows(before, after).forEach(row -> {
            row.values().forEach((name, value) -> {
                if (value != null
                        && (ofWallet || !name.equals("organization_id"))
                        && ID.matcher(value).matches()) {
                    ids.add(value);
                }
            });
        });
    }

    private static Stream<Stored> rows(@Nullable Stored before, @Nullable Stored after) {
        return Stream.of(before, after).flatMap(Stream::ofNullable);
    }

    @Override
    public String toString() {
        return what + (column == null ? "" : " " + column) + " of " + table.name() + " " + names;
    }
}
