package io.tical.db;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The journal: every transaction records which rows of journaled tables ({@link BulkWrite#journaled}) it wrote, with their MACs. So it shows
 * if somebody deletes a row or reverts it to an earlier version. Transactions with ledger transfers record their changes in these
 * ({@link Session#takeChanges}); all other changes become a row of the table {@code journal} at the commit.
 *
 * <p>Rows of the journal are numbered without gaps and chained by their MACs. One chain would make all transactions wait for each other, so
 * each transaction appends to a chain that no other one is using, and there are about as many chains as connections. The order of the
 * changes of one row need not be known, because the journal contains the MAC before and after each change.
 *
 * <p>Deleting the last rows of a chain would leave no gap. So a node notes the ends of its chains every few seconds, in the journal itself,
 * as changes of rows of the table {@code journal}.
 */
public final class Journal {
    public static final String TABLE = "journal";

    private static final List<StoredColumn> KEY =
            List.of(new StoredColumn("chain", "uuid"), new StoredColumn("number", "bigint"));
    private static final List<StoredColumn> COLUMNS = List.of(
            KEY.get(0),
            KEY.get(1),
            new StoredColumn("previous", "bytea"),
            new StoredColumn("changes", "bytea"),
            new StoredColumn("created_at", "timestamptz"));

    private static final String CONSTRAINT = "journal_pkey";

    private final Deque<End> free = new ConcurrentLinkedDeque<>();
    /** The ends of the chains with rows that were appended since the last note. */
    private final Map<UUID, End> unnoted = new ConcurrentHashMap<>();

    Journal() {}

    /**
     * The end of a chain.
     *
     * @param number the number of its last row; 0 if it has none
     * @param mac the MAC of its last row; empty if it has none
     */
    record End(UUID chain, long number, byte[] mac) {
        static End ofNewChain() {
            return new End(UUID.randomUUID(), 0, new byte[0]);
        }

        RowChange note() {
            return new RowChange(RowKey.of(TABLE, List.of(chain, number)), null, RowChange.digest(mac));
        }

        /**
         * The row that follows.
         *
         * @param at null in rows that a migration writes
         */
        Line next(List<RowChange> changes, @Nullable Instant at, RowMac rowMac) {
            var encoded = RowChange.encode(changes);
            var mac = rowMac.of(TABLE).of(Arrays.asList(chain, number + 1, this.mac, encoded, at));
            return new Line(this, encoded, at, new End(chain, number + 1, mac));
        }
    }

    /** The position of a row of the journal. */
    public record Place(UUID chain, long number) {}

    /** A row of the journal. */
    record Line(End before, byte[] changes, @Nullable Instant at, End after) {}

    /** Proves rows of the journal. */
    public static RowProof proof(Session session) {
        return new RowProof(TABLE, KEY, COLUMNS, session.rowMac().of(TABLE), null);
    }

    /** The MAC of a row; empty if there is none at this place. */
    public static Optional<byte[]> mac(Session session, Place place) {
        return session.sql("SELECT mac FROM journal WHERE chain = cast(:chain AS uuid) AND number = :number")
                .bind("chain", place.chain())
                .bind("number", place.number())
                .first(row -> row.bytes(RowMac.COLUMN));
    }

    /** The ids of all chains, in the order of the database. */
    public static List<UUID> chains(Session session) {
        return session.sql("""
                        WITH RECURSIVE found AS (
                            (SELECT chain FROM journal ORDER BY chain LIMIT 1)
                          UNION ALL
                            SELECT (SELECT j.chain FROM journal j WHERE j.chain > found.chain ORDER BY j.chain LIMIT 1)
                            FROM found WHERE found.chain IS NOT NULL)
                        SELECT chain FROM found WHERE chain IS NOT NULL
                        """).list(row -> row.uuid("chain"));
    }

    /** The rows of a chain after this position, in order. */
    public static Session.Statement rowsAfter(Session session, Place place) {
        return session.sql(
                        "SELECT * FROM journal WHERE chain = cast(:chain AS uuid) AND number > :number ORDER BY number")
                .bind("chain", place.chain())
                .bind("number", place.number());
    }

    /** Notes the ends of this node's chains that have changed since the last note, in its own transaction. */
    void noteEnds(Database database) {
        var ends = List.copyOf(unnoted.values());
        if (!ends.isEmpty()) {
            database.transaction(session -> {
                ends.forEach(end -> session.changes().add(end.note()));
                return ends;
            });
            ends.forEach(end -> unnoted.remove(end.chain(), end));
        }
    }

    /** When the session sends, appends its changes; returns null if there are none. */
    @Nullable
    Appended append(Session session) {
        var changes = session.changes().take();
        if (changes.isEmpty()) {
            return null;
        }
        var free = this.free.pollFirst();
        var note = changes.stream().allMatch(change -> change.row().table().equals(TABLE));
        var at = Instant.now().truncatedTo(ChronoUnit.MICROS);
        var line = (free == null ? End.ofNewChain() : free).next(changes, at, session.rowMac());
        session.sql("INSERT INTO journal (chain, number, previous, changes, mac, created_at)"
                        + " VALUES (cast(:chain AS uuid), :number, :previous, :changes, :mac, :at)")
                .bind("chain", line.after().chain())
                .bind("number", line.after().number())
                .bind("previous", line.before().mac())
                .bind("changes", line.changes())
                .bind("mac", line.after().mac())
                .bind("at", line.at())
                .runLater();
        return new Appended(line, note);
    }

    /** A row that was appended in a transaction that has not ended. */
    final class Appended {
        private final Line line;
        private final boolean note;

        private Appended(Line line, boolean note) {
            this.line = line;
            this.note = note;
        }

        void committed() {
            if (!note) {
                unnoted.put(line.after().chain(), line.after());
            }
            free.addFirst(line.after());
        }

        /** Whether the transaction failed because this place has a row that this node did not write. */
        boolean occupied(RuntimeException failure) {
            return CONSTRAINT.equals(SqlStates.violatedUnique(failure));
        }

        /**
         * Abandons this chain and all other free ones. Somebody who can insert a row at the end of one chain can do so in every existing
         * chain, but not in a chain that begins later, before its first row is committed.
         *
         * @return a sentence about the row
         */
        String abandoned() {
            free.clear();
            return "In journal, chain " + line.after().chain() + ", number "
                    + line.after().number() + ": the row was not written by the service. Run ./tical audit.";
        }

        /** Makes the chain available again to this node: the row is not in the database. */
        void rolledBack() {
            free.addFirst(line.before());
        }
    }
}
