package io.tical.server.ledger;

import static java.util.Comparator.comparing;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.RowChange;
import io.tical.db.RowKey;
import io.tical.db.Session;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Names the rows that differ between journal and tables, when they are known to differ, by reading both again. */
final class RowComparison {
    /** Rows that are compared at a time; each takes some 250 bytes. */
    private static final int ROWS_MAX = 250_000;
    /** After so many readings the rest is left to an audit after these rows were restored. */
    private static final int READINGS_MAX = 8;

    private final Session session;
    private final Map<String, BulkWrite<?>> tables;
    private final Findings findings;
    private final boolean complete;
    private final List<Differing> differing = new ArrayList<>();
    /** Rows that differ perhaps only because changes of them are lost. */
    private final Map<String, Long> unknown = new TreeMap<>();

    /** @param complete whether every change is known */
    RowComparison(Session session, Map<String, BulkWrite<?>> tables, Findings findings, boolean complete) {
        this.session = session;
        this.tables = tables;
        this.findings = findings;
        this.complete = complete;
    }

    /** A row that differs, and what is found. */
    private record Differing(RowKey row, String expected, String found) {}

    /** One row: what the journal has of it, and what its table has. */
    private static final class Version {
        /** Of all versions in the journal that came and did not go. */
        private long digest;

        private long present;
        private @Nullable Long stored;
        /** Whether the row as stored was replaced or deleted, by the journal. */
        private boolean earlier;

        private boolean altered;

        void change(RowChange change) {
            add(change.before(), -1);
            add(change.after(), 1);
            earlier |= stored != null && stored.equals(change.before());
        }

        private void add(@Nullable Long version, int times) {
            if (version != null) {
                digest ^= version;
                present += times;
            }
        }

        boolean none() {
            return present == 0 && digest == 0;
        }

        boolean agrees() {
            return stored == null ? none() : present == 1 && digest == stored;
        }
    }

    /**
     * Adds a finding for each row that differs.
     *
     * @param wrong the buckets of these rows
     * @param versions how many versions of rows there are in all buckets
     */
    void compare(BitSet wrong, long versions) {
        var bucketsMax = Math.toIntExact(Math.clamp(ROWS_MAX * (long) RowSet.BUCKETS / versions, 1, RowSet.BUCKETS));
        var buckets = wrong.stream().iterator();
        for (int reading = 0; reading < READINGS_MAX && buckets.hasNext(); reading++) {
            var looked = new BitSet(RowSet.BUCKETS);
            for (int bucket = 0; bucket < bucketsMax && buckets.hasNext(); bucket++) {
                looked.set(buckets.next());
            }
            read(looked);
            if (differing.size() >= Findings.KEPT_MAX) {
                break;
            }
        }
        differing.sort(comparing((Differing one) -> one.row().table())
                .thenComparing(one -> one.row().bytes()));
        differing.forEach(one -> findings.add(one.row().table(), name(one.row()), one.expected(), one.found()));
        if (!unknown.isEmpty()) {
            findings.add(
                    Journal.TABLE,
                    "rows of " + unknown,
                    "what was written to these rows; restore the altered and missing rows of journal and transfer, and audit again",
                    "only a part of it");
        }
        if (buckets.hasNext()) {
            findings.add(
                    Journal.TABLE,
                    "further rows",
                    "what the journal has; restore the rows that are named, and audit again",
                    "others");
        }
    }

    private void read(BitSet looked) {
        var versions = new HashMap<RowKey, Version>();
        for (var table : tables.values()) {
            TablePages.of(session, table).forEach((proof, row) -> {
                var now = proof.asJournaled(row);
                if (looked.get(RowSet.bucket(now.row()))) {
                    var version = versions.computeIfAbsent(now.row(), key -> new Version());
                    version.stored = now.after();
                    version.altered = !proof.altered(row).isEmpty();
                }
            });
        }
        JournalAudit.changes(session, change -> {
            if (looked.get(RowSet.bucket(change.row()))) {
                versions.computeIfAbsent(change.row(), row -> new Version()).change(change);
            }
        });
        versions.forEach((row, version) -> {
            // The MACs have told of an altered row.
            if (!version.agrees() && !version.altered && !findings.areAbout(row)) {
                differs(row, version);
            }
        });
    }

    private void differs(RowKey row, Version version) {
        if (version.stored == null && (complete || version.present > 0)) {
            differing.add(new Differing(
                    row,
                    complete
                            ? "this row, which the service wrote and did not delete"
                            : "this row, which the service wrote, and did not delete by what is left of the journal",
                    "none"));
        } else if (version.earlier) {
            differing.add(new Differing(row, expected(version), "an earlier version"));
        } else if (complete) {
            differing.add(new Differing(row, expected(version), version.none() ? "this one" : "another version"));
        } else {
            unknown.merge(row.table(), 1L, Long::sum);
        }
    }

    private static String expected(Version version) {
        if (version.none()) {
            return version.earlier
                    ? "no such row, because the service deleted it"
                    : "no such row, because the journal does not have it";
        }
        return "the row as it was written last, by the journal";
    }

    private String name(RowKey row) {
        var table = tables.get(row.table());
        return table == null ? "of no module" : table.proof(session).name(row);
    }
}
