package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves by their MACs that the service wrote the rows of a table, page by page. */
record RowAudit(Session session, BulkWrite<?> table) {
    private static final int PAGE_ROWS = 10_000;

    /** Returns how many rows there are. */
    long run() {
        var proof = table.proof(session);
        var count = 0L;
        List<@Nullable Object> last = null;
        while (true) {
            var page = proof.rows(session, last, PAGE_ROWS).list(row -> {
                Finding.requireUnaltered(proof.altered(row), table.table(), () -> proof.name(row));
                return proof.key(row);
            });
            count += page.size();
            if (page.size() < PAGE_ROWS) {
                return count;
            }
            last = page.getLast();
        }
    }
}
