package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.RowKey;
import io.tical.db.Session;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/** Finds the rows that differ between the journal and the tables by reading both again, after their fingerprints differed. */
record RowComparison(Session session, Map<String, BulkWrite<?>> tables, DifferingRows differing, Findings findings) {
    /** The versions of rows that are compared at a time; each takes about 250 bytes. */
    private static final int VERSIONS_MAX = 400_000;
    /** The maximum number of readings; the rest is left to another audit, after the found rows are restored. */
    private static final int READINGS_MAX = 8;

    /**
     * Adds a finding for each row that differs.
     *
     * @param wrong the buckets of the differing rows
     * @param versions the number of versions of rows in all buckets
     */
    void compare(BitSet wrong, long versions) {
        var bucketsMax =
                Math.toIntExact(Math.clamp(VERSIONS_MAX * (long) RowSet.BUCKETS / versions, 1, RowSet.BUCKETS));
        var buckets = wrong.stream().iterator();
        for (int reading = 0; reading < READINGS_MAX && buckets.hasNext() && !differing.full(); reading++) {
            var looked = new BitSet(RowSet.BUCKETS);
            for (int bucket = 0; bucket < bucketsMax && buckets.hasNext(); bucket++) {
                looked.set(buckets.next());
            }
            compare(looked);
        }
        differing.report(session, tables, findings);
        if (buckets.hasNext()) {
            findings.add(
                    Journal.TABLE,
                    "further rows",
                    "the rows in the journal; restore the rows named above, and run ./tical audit again",
                    "different rows");
        }
    }

    private void compare(BitSet looked) {
        var stored = new HashMap<RowKey, Long>();
        var altered = new HashSet<RowKey>();
        for (var table : tables.values()) {
            TablePages.of(session, table).forEach((proof, row) -> {
                var now = proof.asJournaled(row);
                if (looked.get(RowSet.bucket(now.row()))) {
                    if (!proof.altered(row).isEmpty()) {
                        altered.add(now.row());
                    } else if (now.after() != null) {
                        stored.put(now.row(), now.after());
                    }
                }
            });
        }
        var versions = new HashMap<RowKey, RowVersions>();
        stored.keySet().forEach(row -> versions.put(row, new RowVersions()));
        JournalAudit.changes(session, change -> {
            if (looked.get(RowSet.bucket(change.row()))) {
                versions.computeIfAbsent(change.row(), row -> new RowVersions()).add(change);
            }
        });
        // The proof of the MACs has reported altered rows.
        versions.forEach((row, changes) -> {
            if (!altered.contains(row) && !findings.areAbout(row)) {
                differing.compare(row, changes, stored.get(row));
            }
        });
    }
}
