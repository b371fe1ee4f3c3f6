package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import java.util.function.BiConsumer;

/**
 * Reads every row of a table in a transaction.
 *
 * @param rowsMax that memory holds
 */
record TablePages(RowProof proof, Session.Statement select, int rowsMax) {
    private static final int ROWS_MAX = 10_000;
    /** Rows of the journal have up to some 100 KB each. */
    static final int JOURNAL_ROWS_MAX = 200;

    /** As they lie in the table: that is read in one go, and from many random places in the order of its keys. */
    static TablePages of(Session session, BulkWrite<?> table) {
        var proof = table.readingProof(session);
        return new TablePages(proof, proof.rows(session), ROWS_MAX);
    }

    /** Each chain from its first row to its last. */
    static TablePages ofJournal(Session session) {
        var proof = Journal.proof(session);
        return new TablePages(proof, proof.rowsInOrder(session), JOURNAL_ROWS_MAX);
    }

    /** Hands out each row, which must not be kept, and returns how many there are. */
    long forEach(BiConsumer<RowProof, Row> consumer) {
        return select.forEach(rowsMax, row -> consumer.accept(proof, row));
    }
}
