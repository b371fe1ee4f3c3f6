package io.tical.server.ledger;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.AlteredRow;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowOwner;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of wallets and transfers. */
final class LedgerStore {
    /** The column of a transfer with the other rows that its transaction wrote. */
    static final String CHANGES = "changes";

    /**
     * A transfer with the changes that are written in its row.
     *
     * @param changes the transaction's changes of other rows of the wallet's organization and environment; only the last of their
     *     transfers has them
     */
    record Written(Transfer transfer, byte @Nullable [] changes) {}

    static final BulkWrite<Written> TRANSFERS = WalletKey.<Written>write(
                    "transfer", one -> one.transfer().wallet())
            .key("seq", "bigint", one -> one.transfer().seq())
            .column("transfer_id", "uuid", one -> one.transfer().id())
            .column("debit", "text", one -> one.transfer().debit().word())
            .column("credit", "text", one -> one.transfer().credit().word())
            .column("amount", "bigint", one -> one.transfer().amount())
            .column("operation", "text", one -> one.transfer().posting())
            .column("reference", "uuid", one -> one.transfer().reference())
            .column("available_after", "bigint", one -> one.transfer().availableAfter())
            .column("held_after", "bigint", one -> one.transfer().heldAfter())
            .column("in_transit_after", "bigint", one -> one.transfer().inTransitAfter())
            .column("created_at", "timestamptz", one -> one.transfer().createdAt())
            .column(CHANGES, "bytea", Written::changes)
            .authenticated();

    static final Table<Wallet> WALLETS = Table.unjournaled("wallet", LedgerStore::walletColumns);

    private static final String TRANSFER_KEY = "transfer_pkey";
    private static final String WALLET_KEY = "wallet_pkey";

    private static final String OF_TRANSFER =
            "seq, transfer_id, debit, credit, amount, operation, reference, available_after, held_after,"
                    + " in_transit_after, created_at";

    /** {@code %s} is a further condition on the wallets. */
    private static final String LAST_BEFORE = """
            WITH RECURSIVE search (currency, low, high) AS (
                SELECT currency, cast(0 AS bigint), last_seq FROM wallet
                WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode %s
              UNION ALL
                SELECT s.currency,
                       CASE WHEN t.created_at < :before THEN t.seq ELSE s.low END,
                       CASE WHEN t.created_at < :before THEN s.high ELSE t.seq - 1 END
                FROM search s
                JOIN transfer t ON t.organization_id = cast(:organization AS uuid) AND t.livemode = :livemode
                               AND t.currency = s.currency AND t.seq = (s.low + s.high + 1) / 2
                WHERE s.low < s.high)
            SELECT t.* FROM search s
            JOIN transfer t ON t.organization_id = cast(:organization AS uuid) AND t.livemode = :livemode
                           AND t.currency = s.currency AND t.seq = s.low
            WHERE s.low = s.high
            """;

    private LedgerStore() {}

    /** Whether live money has moved. */
    static boolean hasLiveMoney(Session session) {
        return session.sql("SELECT EXISTS (SELECT FROM wallet WHERE livemode) AS live")
                .one(row -> row.flag("live"));
    }

    /** When the session sends, locks the existing wallets in their order, and fails if the service did not write one of them. */
    static void lockLater(Session session, SortedSet<WalletKey> keys, GroupWallets locked) {
        if (!keys.isEmpty()) {
            var sql = "SELECT w.* FROM wallet w JOIN" + WalletKey.TABLE + """
                    USING (organization_id, livemode, currency)
                    ORDER BY w.organization_id, w.livemode, w.currency COLLATE "C"
                    FOR UPDATE OF w
                    """;
            WalletKey.bind(session.sql(sql), keys).listLater(WALLETS.locked(session), locked::add);
        }
    }

    /**
     * When the session sends, locks the known wallets in their order, and fails if one has changed. If there is one and something is
     * posted on it, the same statement also writes it, which takes half the time, and {@link #write} leaves it out. A deferred statement can
     * fail the transaction only by an error, so these divide by zero if a wallet has changed.
     *
     * @param known the wallets that the group was decided on
     */
    static void lockKnownLater(Session session, Collection<Wallet> known, GroupWallets decided) {
        if (checkedAndWrittenTogether(known, decided)) {
            var before = known.iterator().next();
            var wallet = decided.wallets().getFirst();
            WALLETS.replace(session, before, wallet)
                    .onDivisionByZero(Outdated::new)
                    .runLater();
        } else if (!known.isEmpty()) {
            WALLETS.lockUnchanged(session, known)
                    .onDivisionByZero(Outdated::new)
                    .runLater();
        }
    }

    private static boolean checkedAndWrittenTogether(Collection<Wallet> known, GroupWallets decided) {
        return known.size() == 1 && !decided.transfers().isEmpty();
    }

    /**
     * Writes every transfer, and every wallet that is new or changed and is not written yet, when the session sends.
     *
     * @throws Outdated when the session sends, if another transaction has created one of the new wallets
     */
    static void write(Session session, Collection<Wallet> known, GroupWallets decided) {
        var created = decided.created();
        if (!created.isEmpty()) {
            // Before the transfers, whose numbers are free if no other transaction has created the wallet.
            WALLETS.insert(session, created)
                    .onDuplicate(WALLET_KEY, Outdated::new)
                    .runLater();
        }
        var transfers = decided.transfers();
        if (!transfers.isEmpty()) {
            TRANSFERS
                    .insert(session, written(session, transfers))
                    .onDuplicate(TRANSFER_KEY, () -> numberInUse(decided))
                    .runLater();
        }
        var wallets = decided.existing();
        if (!wallets.isEmpty() && !checkedAndWrittenTogether(known, decided)) {
            WALLETS.update(session, wallets, """
                            t.last_seq <> n.last_seq OR t.daily_used <> n.daily_used OR t.daily_date IS DISTINCT FROM n.daily_date
                            """).runLater();
        }
    }

    /**
     * No other transaction of the service has used the number, because the wallets are locked. The error does not say which wallet it is.
     */
    private static AlteredRow numberInUse(GroupWallets decided) {
        return new AlteredRow(decided.wallets().stream()
                .map(wallet -> WalletAudit.describe(wallet.key()))
                .collect(Collectors.joining(
                        " or ",
                        "In transfer, ",
                        ": the number after the last one of the wallet is in use, so the wallet or that transfer was not"
                                + " written by the service. Run ./tical audit.")));
    }

    private static List<Written> written(Session session, List<Transfer> transfers) {
        var written = new ArrayList<Written>(transfers.size());
        for (var transfer : transfers.reversed()) {
            var wallet = transfer.wallet();
            written.add(new Written(
                    transfer, session.takeChanges(new RowOwner(wallet.organizationId(), wallet.livemode()))));
        }
        return written.reversed();
    }

    static List<Wallet> wallets(Session session, UUID organizationId, boolean livemode) {
        return session.sql("""
                        SELECT * FROM wallet WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                        ORDER BY currency
                        """)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .list(WALLETS.proved(session));
    }

    /**
     * The last transfer before a time of each wallet that has one. Within a wallet times never decrease, so a
     * binary search over the numbers finds it: some 20 lookups in the primary key for a million transfers, for all wallets together.
     */
    static List<Transfer> lastBefore(Session session, UUID organizationId, boolean livemode, Instant before) {
        return session.sql(LAST_BEFORE.formatted(""))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("before", before)
                .list(LedgerStore::transfer);
    }

    /** The last transfer of one wallet before a time. */
    static Optional<Transfer> lastBefore(Session session, WalletKey key, Instant before) {
        return key.bind(session.sql(LAST_BEFORE.formatted("AND currency = :currency")))
                .bind("before", before)
                .first(LedgerStore::transfer);
    }

    /**
     * At most {@code rowsMax} transfers of a wallet with numbers above {@code afterSeq} up to {@code toSeq}, in order, without their MACs.
     */
    static Session.Statement page(Session session, WalletKey key, long afterSeq, long toSeq, int rowsMax) {
        return page(session, OF_TRANSFER, key, afterSeq, toSeq, rowsMax);
    }

    /** The transfers of {@link #page} with all columns, so that they can be proved. */
    static Session.Statement provedPage(Session session, WalletKey key, long afterSeq, long toSeq, int rowsMax) {
        return page(session, "*", key, afterSeq, toSeq, rowsMax);
    }

    private static Session.Statement page(
            Session session, String columns, WalletKey key, long afterSeq, long toSeq, int rowsMax) {
        return key.bind(session.sql("SELECT " + columns + """
                         FROM transfer
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency
                          AND seq > :after AND seq <= :to
                        ORDER BY seq LIMIT :rows
                        """))
                .bind("after", afterSeq)
                .bind("to", toSeq)
                .bind("rows", rowsMax);
    }

    static List<Transfer> of(Session session, UUID organizationId, boolean livemode, UUID reference) {
        return session.sql("""
                        SELECT * FROM transfer
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND reference = cast(:reference AS uuid)
                        ORDER BY created_at, seq
                        """)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("reference", reference)
                .list(LedgerStore::transfer);
    }

    /** The wallets after this one that have transfers, in order; an altered wallet has extent 0. */
    static List<WalletHistory.Extent> extentsAfter(Session session, WalletKey key, int walletsMax) {
        var proof = WALLETS.readingProof(session);
        return key.bind(session.sql("""
                        SELECT * FROM wallet
                        WHERE (organization_id, livemode, currency) > (cast(:organization AS uuid), :livemode, :currency) AND last_seq > 0
                        ORDER BY organization_id, livemode, currency LIMIT :rows
                        """))
                .bind("rows", walletsMax)
                .list(row ->
                        new WalletHistory.Extent(WalletKey.of(row), proof.holds(row) ? row.number("last_seq") : 0));
    }

    private static Function<Row, Wallet> walletColumns(TableColumns<Wallet> t) {
        var wallet = WalletKey.columns(t, Wallet::key);
        var available = t.column("available", NUMBER, Wallet::available);
        var held = t.column("held", NUMBER, Wallet::held);
        var inTransit = t.column("in_transit", NUMBER, Wallet::inTransit);
        var dailyDate = t.column("daily_date", DAY.orNull(), Wallet::dailyDate);
        var dailyUsed = t.column("daily_used", NUMBER, Wallet::dailyUsed);
        var lastSeq = t.column("last_seq", NUMBER, Wallet::lastSeq);
        var updatedAt = t.column("updated_at", TIME, Wallet::updatedAt);
        return row -> new Wallet(
                wallet.of(row),
                available.of(row),
                held.of(row),
                inTransit.of(row),
                dailyDate.of(row),
                dailyUsed.of(row),
                lastSeq.of(row),
                updatedAt.of(row));
    }

    static Transfer transfer(Row row) {
        return transfer(WalletKey.of(row), row);
    }

    /** A transfer of a known wallet. */
    static Transfer transfer(WalletKey wallet, Row row) {
        return new Transfer(
                wallet,
                row.number("seq"),
                row.uuid("transfer_id"),
                Account.of(row.text("debit")),
                Account.of(row.text("credit")),
                row.number("amount"),
                row.text("operation"),
                row.uuid("reference"),
                row.number("available_after"),
                row.number("held_after"),
                row.number("in_transit_after"),
                row.instant("created_at"));
    }
}
