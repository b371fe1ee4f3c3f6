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
 * Proves that the rows of money and of evidence are those that the journal has: that none was deleted, none was set back to an earlier
 * version, and none was added. Its own rows are proved by {@link JournalChains}.
 *
 * <p>It needs memory for a fingerprint, however many rows there are. Only if that does not fit are journal and tables read again, for the rows
 * in question.
 */
final class JournalAudit {
    private final Map<String, BulkWrite<?>> tables = new HashMap<>();
    private final JournalChains chains = new JournalChains();
    private final RowSet rows = RowSet.empty();
    private final Queue<RowSet> parts = new ConcurrentLinkedQueue<>();
    /** Whether transfers that have changes are altered or missing. */
    private volatile boolean lost;

    /** @param tables all whose changes are in the journal */
    JournalAudit(List<BulkWrite<?>> tables) {
        tables.forEach(table -> this.tables.put(table.table(), table));
    }

    /** Takes, in one thread, what transfers have of changes. All are taken before {@link #compare}. */
    Consumer<RowChange> changes() {
        return part()::add;
    }

    /** Takes, in one thread, rows that are in a table now. All are taken before {@link #compare}. */
    Consumer<RowChange> stored() {
        return part()::remove;
    }

    private RowSet part() {
        var part = rows.part();
        parts.add(part);
        return part;
    }

    /** Transfers that have changes are altered or missing. */
    void lose() {
        lost = true;
    }

    /** The last row of each chain. */
    Stream<Head> heads() {
        return chains.heads();
    }

    /**
     * Hands out the changes that a row has, if they are believed: of an altered row, if their checksum holds, which proves nothing, but shows
     * what else is wrong. Those of a row that was added or moved are not: others may have them. Returns whether they are believed.
     *
     * @param altered the columns of the row that are altered
     * @param key the columns of its key
     */
    static boolean handOut(
            List<String> altered, List<String> key, byte @Nullable [] changes, Consumer<RowChange> consumer) {
        if (!Stored.believes(altered, LedgerStore.CHANGES)
                || !key.stream().allMatch(one -> Stored.believes(altered, one))) {
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

    /** Reads the journal, each chain from its first row to its last, and returns how many rows it has. */
    long read(Session session, Findings findings) {
        var changes = changes();
        var count = TablePages.ofJournal(session).forEach((proof, row) -> chains.read(proof, row, changes, findings));
        chains.finish();
        return count;
    }

    /** Compares what was read, when all has been. */
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
                    handOut(proof.altered(row), proof.keyColumns(), row.bytesOrNull(LedgerStore.CHANGES), ofRows));
        }
    }
}
