package io.tical.db;

import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The journal: every transaction records which rows it wrote and what their MACs became. A row that is deleted behind the service's back,
 * or set back to what it was before, is therefore not what the journal says. The ledger writes what a transaction did with its transfers
 * ({@link Session#takeChanges}); what is left becomes a row of the table {@code journal} when the transaction commits.
 *
 * <p>Rows of the journal are numbered without gaps and chained by their MACs. One chain would make all transactions wait for each other, so
 * each transaction appends to a chain that no other one is using, and there are about as many chains as connections. The order of changes of
 * one row need not be known: the journal has the MAC before and after each change.
 *
 * <p>The last rows of a chain could be deleted without a gap. So a node notes, every few seconds, how far its chains have come: in the
 * journal itself, as changes of rows of the table {@code journal}.
 */
public final class Journal {
    public static final String TABLE = "journal";

    private static final List<StoredColumn> KEY =
            List.of(new StoredColumn("chain", "uuid"), new StoredColumn("number", "bigint"));
    private static final List<StoredColumn> COLUMNS = List.of(
            KEY.get(0), KEY.get(1), new StoredColumn("previous", "bytea"), new StoredColumn("changes", "bytea"));

    private static final String CONSTRAINT = "journal_pkey";

    private final Deque<End> free = new ConcurrentLinkedDeque<>();
    /** The ends of the chains that rows were appended to since they were noted. */
    private final Map<UUID, End> unnoted = new ConcurrentHashMap<>();

    Journal() {}

    /**
     * The end of a chain.
     *
     * @param number of its last row, 0 if it has none
     * @param mac of its last row, empty if it has none
     */
    record End(UUID chain, long number, byte[] mac) {
        static End ofNewChain() {
            return new End(UUID.randomUUID(), 0, new byte[0]);
        }

        RowChange note() {
            return new RowChange(RowKey.of(TABLE, List.of(chain, number)), null, RowChange.digest(mac));
        }

        /** The row that follows. */
        Line next(List<RowChange> changes, RowMac rowMac) {
            var encoded = RowChange.encode(changes);
            var mac = rowMac.of(TABLE).of(List.of(chain, number + 1, this.mac, encoded));
            return new Line(this, encoded, new End(chain, number + 1, mac));
        }
    }

    /** Where a row of the journal is. */
    public record Place(UUID chain, long number) {}

    /** A row of the journal. */
    record Line(End before, byte[] changes, End after) {}

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

    /** Rows of a chain behind this one, in their order. */
    public static Session.Statement rowsAfter(Session session, Place place) {
        return session.sql(
                        "SELECT * FROM journal WHERE chain = cast(:chain AS uuid) AND number > :number ORDER BY number")
                .bind("chain", place.chain())
                .bind("number", place.number());
    }

    /** Notes in a transaction of its own how far the chains of this node have come since the last note. */
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

    /** Appends the session's changes, when it sends; returns null if there are none. */
    @Nullable
    Appended append(Session session) {
        var changes = session.changes().take();
        if (changes.isEmpty()) {
            return null;
        }
        var free = this.free.pollFirst();
        var note = changes.stream().allMatch(change -> change.row().table().equals(TABLE));
        var line = (free == null ? End.ofNewChain() : free).next(changes, session.rowMac());
        session.sql("INSERT INTO journal (chain, number, previous, changes, mac)"
                        + " VALUES (cast(:chain AS uuid), :number, :previous, :changes, :mac)")
                .bind("chain", line.after().chain())
                .bind("number", line.after().number())
                .bind("previous", line.before().mac())
                .bind("changes", line.changes())
                .bind("mac", line.after().mac())
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
         * Gives up this chain and all others that are free now. Who can insert a row behind the last one of a chain can do so in each, and in no chain
         * that begins later before its first row is committed.
         *
         * @return a sentence about the row
         */
        String abandoned() {
            free.clear();
            return "In journal, chain " + line.after().chain() + ", number "
                    + line.after().number() + ": the row was not written by the service. Run ./tical audit.";
        }

        /** Leaves the chain to be continued, by this node: the row is not in the database. */
        void rolledBack() {
            free.addFirst(line.before());
        }
    }
}
