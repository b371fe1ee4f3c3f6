package io.tical.server.ledger;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowMac;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of the ledger's audit: each table in the order of its key, page by page. */
final class AuditStore {
    private static final int PAGE = 10_000;
    private static final int WALLETS_PAGE = 1_000;

    /** A position before every wallet. */
    static final WalletKey BEFORE_ALL = new WalletKey(new UUID(0, 0), false, "");

    private AuditStore() {}

    /** A stored row with the names of its columns that are not as the service wrote them. */
    record Stored<T>(T row, List<String> altered) {
        static <T> Stored<T> unaltered(T row) {
            return new Stored<>(row, List.of());
        }

        boolean unaltered() {
            return altered.isEmpty();
        }

        /**
         * Whether the service wrote a column, or at least its checksum matches. In an altered row this is no proof, but it helps to find
         * what else is wrong.
         */
        boolean isCredible(String column) {
            return isCredible(altered, column);
        }

        static boolean isCredible(List<String> altered, String column) {
            return !altered.contains(column) && !altered.contains(RowMac.COLUMN);
        }
    }

    /** A transfer as stored, even one that the ledger could not have written. */
    record Entry(
            WalletKey wallet,
            long seq,
            UUID id,
            String debit,
            String credit,
            long amount,
            String operation,
            UUID reference,
            long availableAfter,
            long heldAfter,
            long inTransitAfter,
            Instant createdAt,
            byte @Nullable [] mac,
            byte @Nullable [] changes) {
        /** A position before the next transfers. */
        static Entry before(WalletKey wallet, long seq) {
            var nil = new UUID(0, 0);
            return new Entry(wallet, seq, nil, "", "", 0, "", nil, 0, 0, 0, Instant.EPOCH, null, null);
        }
    }

    static List<Stored<Wallet>> walletsAfter(Session session, WalletKey key) {
        return key.bind(session.sql("""
                        SELECT * FROM wallet
                        WHERE (organization_id, livemode, currency) > (cast(:organization AS uuid), :livemode, :currency)
                        ORDER BY organization_id, livemode, currency LIMIT :rows
                        """))
                .bind("rows", WALLETS_PAGE)
                .list(checked(session, LedgerStore.WALLETS, LedgerStore.WALLETS::read));
    }

    static List<Stored<Entry>> entriesAfter(Session session, WalletKey key, long seq) {
        return after(session, LedgerStore.TRANSFERS, "seq", key, seq, AuditStore::entry);
    }

    static List<Stored<Seal>> sealsAfter(Session session, WalletKey key, long fromSeq) {
        return after(session, SealStore.SEALS, "from_seq", key, fromSeq, SealStore.SEALS::read);
    }

    /** The transfers of one wallet after this number. */
    static List<Stored<Entry>> entriesOf(Session session, WalletKey key, long seq) {
        return entriesOf(session, key, seq, PAGE);
    }

    static List<Stored<Entry>> entriesOf(Session session, WalletKey key, long seq, int rowsMax) {
        return of(session, LedgerStore.TRANSFERS, "seq", key, seq, rowsMax, AuditStore::entry);
    }

    /** The seals of one wallet after this one. */
    static List<Stored<Seal>> sealsOf(Session session, WalletKey key, long fromSeq) {
        return of(session, SealStore.SEALS, "from_seq", key, fromSeq, PAGE, SealStore.SEALS::read);
    }

    private static <T> List<Stored<T>> of(
            Session session,
            BulkWrite<?> table,
            String number,
            WalletKey key,
            long last,
            int rowsMax,
            Function<Row, T> mapper) {
        return key.bind(session.sql("""
                        SELECT * FROM %1$s
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency AND %2$s > :last
                        ORDER BY %2$s LIMIT :rows
                        """.formatted(table.table(), number)))
                .bind("last", last)
                .bind("rows", rowsMax)
                .list(checked(session, table, mapper));
    }

    /** The wallets after this one that have rows in a table, each once. */
    static List<WalletKey> walletsIn(Session session, String table, WalletKey key) {
        return key.bind(session.sql("""
                        WITH RECURSIVE found AS (
                            (SELECT organization_id, livemode, currency FROM %1$s
                             WHERE (organization_id, livemode, currency) > (cast(:organization AS uuid), :livemode, :currency)
                             ORDER BY organization_id, livemode, currency LIMIT 1)
                          UNION ALL
                            SELECT next.* FROM found CROSS JOIN LATERAL (
                                SELECT organization_id, livemode, currency FROM %1$s t
                                WHERE (t.organization_id, t.livemode, t.currency) > (found.organization_id, found.livemode, found.currency)
                                ORDER BY organization_id, livemode, currency LIMIT 1) next)
                        SELECT * FROM found LIMIT :rows
                        """.formatted(table)))
                .bind("rows", WALLETS_PAGE)
                .list(WalletKey::of);
    }

    private static <T> List<Stored<T>> after(
            Session session, BulkWrite<?> table, String number, WalletKey key, long last, Function<Row, T> mapper) {
        return key.bind(session.sql("""
                        SELECT * FROM %1$s
                        WHERE (organization_id, livemode, currency, %2$s) > (cast(:organization AS uuid), :livemode, :currency, :last)
                        ORDER BY organization_id, livemode, currency, %2$s LIMIT :rows
                        """.formatted(table.table(), number)))
                .bind("last", last)
                .bind("rows", PAGE)
                .list(checked(session, table, mapper));
    }

    private static <T> Function<Row, Stored<T>> checked(Session session, BulkWrite<?> table, Function<Row, T> mapper) {
        var proof = table.proof(session);
        return row -> {
            var altered = proof.altered(row);
            return new Stored<>(mapper.apply(altered.isEmpty() ? row : row.withZeros()), altered);
        };
    }

    private static Entry entry(Row row) {
        return new Entry(
                WalletKey.of(row),
                row.number("seq"),
                row.uuid("transfer_id"),
                row.text("debit"),
                row.text("credit"),
                row.number("amount"),
                row.text("operation"),
                row.uuid("reference"),
                row.number("available_after"),
                row.number("held_after"),
                row.number("in_transit_after"),
                row.instant("created_at"),
                row.bytesOrNull(RowMac.COLUMN),
                row.bytesOrNull(LedgerStore.CHANGES));
    }
}
