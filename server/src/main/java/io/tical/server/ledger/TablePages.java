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
 * @param rowsMax the maximum number of rows in memory
 */
record TablePages(RowProof proof, Session.Statement select, int rowsMax) {
    private static final int ROWS_MAX = 10_000;
    /** A row of the journal may have about 100 KB. */
    static final int JOURNAL_ROWS_MAX = 200;

    /** In physical order, which is one sequential read; the order of keys would read many random pages. */
    static TablePages of(Session session, BulkWrite<?> table) {
        var proof = table.readingProof(session);
        return new TablePages(proof, proof.rows(session), ROWS_MAX);
    }

    /** Each chain from its first row to its last. */
    static TablePages ofJournal(Session session) {
        var proof = Journal.proof(session);
        return new TablePages(proof, proof.rowsInOrder(session), JOURNAL_ROWS_MAX);
    }

    /** Passes on each row, which the consumer must not keep; returns their number. */
    long forEach(BiConsumer<RowProof, Row> consumer) {
        return select.forEach(rowsMax, row -> consumer.accept(proof, row));
    }
}
