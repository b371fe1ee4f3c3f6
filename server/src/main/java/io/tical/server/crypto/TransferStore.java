package io.tical.server.crypto;

import static io.tical.db.ColumnType.BIG_NUMBER;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The SQL of transfers. */
final class TransferStore {
    /** A transfer with the key of its deposit, and when that was learned. */
    record Received(TransactionKey deposit, Transfer transfer, Instant at) {}

    static final Table<Received> TRANSFERS =
            Table.of("crypto_transfer", TransferStore::columns).computed("seen_at", "clock_timestamp()");

    /** The transfers as {@code t} of transactions with the names of {@link TransferNameTable#NAMES}, as their networks write hashes. */
    private static final String NAMED = " FROM " + TransferNameTable.NAMES
            + " CROSS JOIN (VALUES ('TRC20', ''), ('ERC20', '0x'), ('BEP20', '0x')) AS w (network, prefix)"
            + " JOIN crypto_transfer t ON t.network = w.network AND t.tx_hash = w.prefix || lower(n.reference)"
            + " AND t.livemode = n.livemode AND t.state <> 'withdrawn'";

    private TransferStore() {}

    /** What transactions with these names paid. */
    static List<PaidTransfer> named(Session session, Collection<TransferName> hashes) {
        return TransferNameTable.bind(session.sql("SELECT t.*" + NAMED), hashes)
                .list(TRANSFERS
                        .proved(session)
                        .andThen(one -> PaidTransfer.received(one.transfer().txHash(), one.deposit())));
    }

    /** Fails when the session sends, if there is a transfer of a transaction with one of these names. */
    static void requireNoneLater(
            Session session, Collection<TransferName> hashes, Supplier<? extends RuntimeException> failure) {
        TransferNameTable.bind(
                        session.sql("SELECT 1 / (CASE WHEN EXISTS (SELECT" + NAMED + ") THEN 0 ELSE 1 END)"), hashes)
                .onDivisionByZero(failure)
                .runLater();
    }

    /** The transfers of these deposits, oldest first; deposits without transfers have no entry. */
    static Map<TransactionKey, List<Transfer>> of(Session session, Collection<TransactionKey> keys) {
        var transfers = new HashMap<TransactionKey, List<Transfer>>();
        var sql = "SELECT c.* FROM crypto_transfer c JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id) ORDER BY c.block, c.log_index, c.tx_hash";
        TransactionKey.bind(session.sql(sql), keys)
                .list(TRANSFERS::read)
                .forEach(one -> transfers
                        .computeIfAbsent(one.deposit(), key -> new ArrayList<>())
                        .add(one.transfer()));
        return transfers;
    }

    /** The transfers of a deposit, oldest first. */
    static List<Transfer> of(Session session, TransactionKey key) {
        return of(session, List.of(key)).getOrDefault(key, List.of());
    }

    /** The times at which the transfers of these deposits were last written. */
    static Map<TransactionKey, Instant> changed(Session session, Collection<TransactionKey> keys) {
        var changed = new HashMap<TransactionKey, Instant>();
        var sql =
                "SELECT organization_id, livemode, payin_id, max(c.updated_at) AS changed_at FROM crypto_transfer c JOIN "
                        + TransactionKey.table("payin_id")
                        + " USING (organization_id, livemode, payin_id) GROUP BY organization_id, livemode, payin_id";
        TransactionKey.bind(session.sql(sql), keys)
                .list(row -> changed.put(TransactionKey.of(row, "payin_id"), row.instant("changed_at")));
        return changed;
    }

    /** The transfers of a deposit, to decide on; the deposit is locked. */
    static List<Transfer> proved(Session session, TransactionKey deposit) {
        return proved(session, deposit, TRANSFERS.locked(session));
    }

    /** The transfers of a deposit, for its payer. */
    static List<Transfer> shown(Session session, TransactionKey deposit) {
        return proved(session, deposit, TRANSFERS.proved(session));
    }

    private static List<Transfer> proved(Session session, TransactionKey deposit, Function<Row, Received> proved) {
        var sql = "SELECT * FROM crypto_transfer" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)"
                + " ORDER BY block, log_index, tx_hash";
        return deposit.bind(session.sql(sql), "payin").list(proved.andThen(Received::transfer));
    }

    /**
     * Writes transfers of a deposit.
     *
     * @param recorded the transfers that the transaction has {@link #proved}
     * @throws IllegalStateException if a transfer already belongs to another deposit; only a faulty node reports that
     */
    static void save(
            Session session, TransactionKey deposit, List<Transfer> recorded, List<Transfer> transfers, Instant at) {
        var events = recorded.stream().map(Transfer::event).collect(Collectors.toSet());
        var received = transfers.stream()
                .map(transfer -> new Received(deposit, transfer, at))
                .collect(Collectors.partitioningBy(
                        one -> events.contains(one.transfer().event())));
        var known = received.getOrDefault(true, List.of());
        if (!known.isEmpty()) {
            TRANSFERS.update(session, known).run();
        }
        var added = received.getOrDefault(false, List.of());
        if (!added.isEmpty() && TRANSFERS.insertIfAbsent(session, added).size() != added.size()) {
            throw new IllegalStateException("a transfer is said to have come to two addresses");
        }
    }

    private static Function<Row, Received> columns(TableColumns<Received> t) {
        var deposit = t.part(Received::deposit);
        var transfer = t.part(Received::transfer);
        var usdt = transfer.part(Transfer::amount);
        var network = transfer.key("network", TEXT.as(Network::valueOf, Network::name), Transfer::network);
        var txHash = transfer.key("tx_hash", TEXT, Transfer::txHash);
        var logIndex = transfer.key("log_index", NUMBER, Transfer::logIndex);
        var organizationId = deposit.insertOnly("organization_id", ID, TransactionKey::organizationId);
        var livemode = deposit.insertOnly("livemode", FLAG, TransactionKey::livemode);
        var payinId = deposit.insertOnly("payin_id", ID, TransactionKey::id);
        var sender = transfer.insertOnly("sender", TEXT, Transfer::sender);
        var units = transfer.column("units", BIG_NUMBER, Transfer::units);
        var amount = usdt.column("amount", NUMBER, MicroUsdt::micro);
        var dust = usdt.column("dust", BIG_NUMBER, MicroUsdt::dust);
        var block = transfer.column("block", NUMBER, Transfer::block);
        var confirmations = transfer.column("confirmations", NUMBER, Transfer::confirmations);
        var blockAt = transfer.column("block_at", TIME, Transfer::at);
        var state = transfer.column("state", word(Transfer.State.class), Transfer::state);
        var updatedAt = t.outsideMac("updated_at", TIME, Received::at);
        return row -> new Received(
                new TransactionKey(organizationId.of(row), livemode.of(row), payinId.of(row)),
                new Transfer(
                        network.of(row),
                        txHash.of(row),
                        logIndex.of(row),
                        sender.of(row),
                        units.of(row),
                        new MicroUsdt(amount.of(row), dust.of(row)),
                        block.of(row),
                        confirmations.of(row),
                        blockAt.of(row),
                        state.of(row)),
                updatedAt.of(row));
    }
}
