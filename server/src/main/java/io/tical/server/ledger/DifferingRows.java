package io.tical.server.ledger;

import static java.util.Comparator.comparing;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.RowKey;
import io.tical.db.Session;
import io.tical.server.ledger.RowVersions.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of which a table has another version than the journal, or that exist only in one of the two. */
final class DifferingRows {
    private final boolean all;
    private final boolean complete;
    private final List<Differing> differing = new ArrayList<>();
    /** Rows that may differ only because the journal has lost changes of them. */
    private final Map<String, Long> unknown = new TreeMap<>();

    /**
     * @param all whether all changes of a row are compared, not only the newest
     * @param complete whether the journal is complete
     */
    DifferingRows(boolean all, boolean complete) {
        this.all = all;
        this.complete = complete;
    }

    /** A row that differs, with the expected and the found version. */
    private record Differing(RowKey row, String expected, String found) {}

    /**
     * Compares a row.
     *
     * @param stored its digest; null if its table does not have it
     */
    void compare(RowKey row, RowVersions versions, @Nullable Long stored) {
        var verdict = versions.judge(stored, all, complete);
        if (verdict == Verdict.NEWEST) {
            return;
        }
        if (verdict == Verdict.REPEATED) {
            differing.add(new Differing(
                    row,
                    "changes that each start from the version that the previous change wrote",
                    "several changes that start from the same version, because the row was reverted or deleted before the"
                            + " service changed it again"));
        } else if (stored == null) {
            differing.add(new Differing(
                    row,
                    complete
                            ? "this row, which the service wrote and did not delete"
                            : "this row, which the service wrote and, according to the remaining journal, did not delete",
                    "none"));
        } else if (verdict == Verdict.EARLIER) {
            differing.add(new Differing(
                    row,
                    versions.isDeleted(all)
                            ? "no such row, because the service deleted it"
                            : "the newest version in the " + (complete ? "journal" : "remaining journal"),
                    "an earlier version"));
        } else if (complete) {
            differing.add(
                    versions.isDeleted(all)
                            ? new Differing(row, "no such row, because the journal does not have it", "this one")
                            : new Differing(row, "the newest version in the journal", "another version"));
        } else {
            unknown.merge(row.table(), 1L, Long::sum);
        }
    }

    /** Whether there are more rows than can be reported. */
    boolean full() {
        return differing.size() >= Findings.KEPT_MAX;
    }

    /** Adds the findings, by table and key. */
    void report(Session session, Map<String, BulkWrite<?>> tables, Findings findings) {
        differing.sort(comparing((Differing one) -> one.row().table())
                .thenComparing(one -> one.row().bytes()));
        for (var one : differing) {
            var table = tables.get(one.row().table());
            findings.add(
                    one.row().table(),
                    table == null
                            ? "a row of a table that no module declares"
                            : table.proof(session).name(one.row()),
                    one.expected(),
                    one.found());
        }
        if (!unknown.isEmpty()) {
            findings.add(
                    Journal.TABLE,
                    "rows of " + unknown,
                    "every change of these rows; restore the altered and missing rows of journal and transfer, and run"
                            + " ./tical audit again",
                    "only some of the changes");
        }
    }
}
