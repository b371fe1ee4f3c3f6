package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads every row of a table in the order of its key, page by page. */
record TablePages(Session session, RowProof proof, int rowsMax) {
    private static final int ROWS_MAX = 10_000;

    TablePages(Session session, BulkWrite<?> table) {
        this(session, table.proof(session), ROWS_MAX);
    }

    /** Hands out each row, which must not be kept, and returns how many there are. */
    long forEach(BiConsumer<RowProof, Row> consumer) {
        var count = 0L;
        List<@Nullable Object> last = null;
        while (true) {
            var page = proof.rows(session, last, rowsMax).list(row -> {
                consumer.accept(proof, row);
                return proof.keyValues(row);
            });
            count += page.size();
            if (page.size() < rowsMax) {
                return count;
            }
            last = page.getLast();
        }
    }
}
