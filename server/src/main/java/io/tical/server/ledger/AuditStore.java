package io.tical.server.ledger;

import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of the journal's audit: each table in the order of its key, page by page. */
final class AuditStore {
    private static final int PAGE = 10_000;
    private static final int WALLETS_PAGE = 1_000;

    /** A position before every wallet. */
    static final WalletKey BEFORE_ALL = new WalletKey(new UUID(0, 0), false, "");

    private AuditStore() {}

    /** A transfer as stored, which need not be one that the ledger could have written. */
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
            Instant createdAt) {
        static Entry before(WalletKey wallet) {
            var nil = new UUID(0, 0);
            return new Entry(wallet, 0, nil, "", "", 0, "", nil, 0, 0, 0, Instant.EPOCH);
        }

        /** The transfer, after its words were found to be the ledger's. */
        Transfer transfer() {
            return new Transfer(
                    wallet,
                    seq,
                    id,
                    Account.of(debit),
                    Account.of(credit),
                    amount,
                    operation,
                    reference,
                    availableAfter,
                    heldAfter,
                    inTransitAfter,
                    createdAt);
        }
    }

    static List<Wallet> walletsAfter(Session session, WalletKey key) {
        return key.bind(session.sql("""
                        SELECT * FROM wallet
                        WHERE (organization_id, livemode, currency) > (cast(:organization AS uuid), :livemode, :currency)
                        ORDER BY organization_id, livemode, currency LIMIT :rows
                        """)).bind("rows", WALLETS_PAGE).list(LedgerStore::wallet);
    }

    static List<Entry> entriesAfter(Session session, WalletKey key, long seq) {
        return after(session, "transfer", "seq", key, seq, AuditStore::entry);
    }

    static List<Seal> sealsAfter(Session session, WalletKey key, long fromSeq) {
        return after(
                session,
                "seal",
                "from_seq",
                key,
                fromSeq,
                row -> new Seal(
                        WalletKey.of(row),
                        row.number("from_seq"),
                        row.number("to_seq"),
                        row.bytes("hash"),
                        row.bytes("mac")));
    }

    private static <T> List<T> after(
            Session session, String table, String number, WalletKey key, long last, Function<Row, T> mapper) {
        return key.bind(session.sql("""
                        SELECT * FROM %1$s
                        WHERE (organization_id, livemode, currency, %2$s) > (cast(:organization AS uuid), :livemode, :currency, :last)
                        ORDER BY organization_id, livemode, currency, %2$s LIMIT :rows
                        """.formatted(table, number)))
                .bind("last", last)
                .bind("rows", PAGE)
                .list(mapper);
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
                row.instant("created_at"));
    }
}
