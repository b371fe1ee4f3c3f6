package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.RowChange;
import io.tical.db.Session;
import io.tical.server.ledger.AuditStore.Stored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the rows of journaled tables are those of the journal: none was deleted, reverted to an earlier version, or added.
 * {@link JournalChains} proves the rows of the journal itself.
 *
 * <p>It needs memory for one fingerprint, however many rows there are. Only if the fingerprint does not match does it read the journal and
 * the tables again, for the rows in question.
 */
final class JournalAudit {
    private final Map<String, BulkWrite<?>> tables = new HashMap<>();
    private final JournalChains chains = new JournalChains();
    private final RowSet rows = RowSet.empty();
    private final Queue<RowSet> parts = new ConcurrentLinkedQueue<>();
    /** Whether transfers that contain changes are altered or missing. */
    private volatile boolean lost;

    /** @param tables all tables whose changes are in the journal */
    JournalAudit(List<BulkWrite<?>> tables) {
        tables.forEach(table -> this.tables.put(table.table(), table));
    }

    /** Accepts, in one thread, the changes in transfers. {@link #compare} comes after all of them. */
    Consumer<RowChange> changes() {
        return part()::add;
    }

    /** Accepts, in one thread, the current rows of the tables. {@link #compare} comes after all of them. */
    Consumer<RowChange> stored() {
        return part()::remove;
    }

    private RowSet part() {
        var part = rows.part();
        parts.add(part);
        return part;
    }

    /** Records that transfers that contain changes are altered or missing. */
    void lose() {
        lost = true;
    }

    /** The last row of each chain. */
    Stream<Head> heads() {
        return chains.heads();
    }

    /**
     * Passes on the changes in a row if they are credible; returns whether they are. The changes in an altered row are credible if their
     * checksum matches, which is no proof, but helps to find what else is wrong. The changes in an added or moved row are not credible,
     * because other rows may contain them.
     *
     * @param altered the columns of the row that are altered
     * @param key the columns of its key
     */
    static boolean passOn(
            List<String> altered, List<String> key, byte @Nullable [] changes, Consumer<RowChange> consumer) {
        if (!Stored.isCredible(altered, LedgerStore.CHANGES)
                || !key.stream().allMatch(one -> Stored.isCredible(altered, one))) {
            return false;
        }
        try {
            (changes == null ? List.<RowChange>of() : RowChange.decode(changes)).forEach(consumer);
            return true;
        } catch (RuntimeException e) {
            if (altered.isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    /** Reads the journal, each chain from its first row to its last; returns the number of rows. */
    long read(Session session, Findings findings) {
        var changes = changes();
        var count = TablePages.ofJournal(session).forEach((proof, row) -> chains.read(proof, row, changes, findings));
        chains.finish();
        return count;
    }

    /** Compares the rows with the journal, after both were read. */
    void compare(Session session, Findings findings) {
        parts.forEach(rows::addAll);
        chains.requireNoted(findings);
        var wrong = rows.buckets();
        if (!wrong.isEmpty()) {
            var differing = new DifferingRows(true, !lost && chains.complete());
            new RowComparison(session, tables, differing, findings).compare(wrong, rows.versions());
        }
    }

    /** Reads the changes of rows, in the journal and in transfers, once more. */
    static void changes(Session session, Consumer<RowChange> consumer) {
        Consumer<RowChange> ofRows = change -> {
            if (!change.row().table().equals(Journal.TABLE)) {
                consumer.accept(change);
            }
        };
        var journal = TablePages.ofJournal(session);
        for (var pages : List.of(journal, TablePages.of(session, LedgerStore.TRANSFERS))) {
            pages.forEach((proof, row) ->
                    passOn(proof.altered(row), proof.keyColumns(), row.bytesOrNull(LedgerStore.CHANGES), ofRows));
        }
    }
}
