package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves by their MACs that the service wrote the rows of a table, page by page. */
record RowAudit(Session session, BulkWrite<?> table) {
    private static final int PAGE_ROWS = 10_000;

    void run() {
        for (var last = after(null); last != null; ) {
            last = after(last);
        }
    }

    /** Proves the rows behind this key; returns the key of the last one, or null at the end. */
    private @Nullable List<@Nullable Object> after(@Nullable List<@Nullable Object> key) {
        var macs = session.rowMac().rows(table.table());
        var keys = table.stored(session, key, PAGE_ROWS).list(row -> {
            var altered = table.altered(macs, row);
            require(
                    altered.isEmpty(),
                    table.table(),
                    altered.isEmpty() ? "" : name(row) + " " + String.join(", ", altered),
                    WalletAudit.WRITTEN,
                    WalletAudit.ALTERED);
            return table.key(row);
        });
        return keys.size() < PAGE_ROWS ? null : keys.getLast();
    }

    private String name(Row row) {
        return Finding.row(row.uuid("organization_id"), row.flag("livemode"))
                + table.key(row).stream().skip(2).map(String::valueOf).collect(Collectors.joining(" "));
    }
}
