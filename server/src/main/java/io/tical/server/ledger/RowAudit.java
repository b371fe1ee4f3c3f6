package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowMac;
import io.tical.db.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves by their MACs that the service wrote the rows of a table, page by page. */
record RowAudit(Session session, BulkWrite<?> table) {
    private static final int PAGE_ROWS = 10_000;

    /** Returns how many rows there are. */
    long run() {
        var macs = session.rowMac().rows(table.table());
        var count = 0L;
        List<@Nullable Object> last = null;
        while (true) {
            var page = table.stored(session, last, PAGE_ROWS).list(row -> {
                requireUnaltered(macs, row);
                return table.key(row);
            });
            count += page.size();
            if (page.size() < PAGE_ROWS) {
                return count;
            }
            last = page.getLast();
        }
    }

    private void requireUnaltered(RowMac.Rows macs, Row row) {
        var altered = table.altered(macs, row);
        if (!altered.isEmpty()) {
            throw new Finding.Found(
                    table.table(),
                    table.name(row) + ": " + String.join(", ", altered),
                    WalletAudit.WRITTEN,
                    WalletAudit.ALTERED);
        }
    }
}
