package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The SQL of transfers. */
final class TransferStore {
    /** A transfer with the key of its deposit, and when that was learned. */
    record Received(TransactionKey deposit, Transfer transfer, Instant at) {}

    static final BulkWrite<Received> TRANSFERS = BulkWrite.<Received>of("crypto_transfer")
            .key("network", "text", one -> one.transfer().network().name())
            .key("tx_hash", "text", one -> one.transfer().txHash())
            .key("log_index", "bigint", one -> one.transfer().logIndex())
            .insertOnly("organization_id", "uuid", one -> one.deposit().organizationId())
            .insertOnly("livemode", "boolean", one -> one.deposit().livemode())
            .insertOnly("payin_id", "uuid", one -> one.deposit().id())
            .insertOnly("sender", "text", one -> one.transfer().sender())
            .column("units", "numeric", one -> one.transfer().units().toString())
            .column("amount", "bigint", one -> one.transfer().amount().micro())
            .column("dust", "numeric", one -> one.transfer().amount().dust().toString())
            .column("block", "bigint", one -> one.transfer().block())
            .column("confirmations", "bigint", one -> one.transfer().confirmations())
            .column("block_at", "timestamptz", one -> one.transfer().at())
            .column("state", "text", one -> one.transfer().state().word())
            .outsideMac("updated_at", "timestamptz", Received::at)
            .authenticated()
            .journaled()
            .computed("seen_at", "clock_timestamp()");

    /** The transfers as {@code t} of transactions with the names of {@link TransferNameTable#NAMES}, as their networks write hashes. */
    private static final String NAMED = " FROM " + TransferNameTable.NAMES
            + " CROSS JOIN (VALUES ('TRC20', ''), ('ERC20', '0x'), ('BEP20', '0x')) AS w (network, prefix)"
            + " JOIN crypto_transfer t ON t.network = w.network AND t.tx_hash = w.prefix || lower(n.reference)"
            + " AND t.livemode = n.livemode AND t.state <> 'withdrawn'";

    private TransferStore() {}

    /** What transactions with these names paid. */
    static List<PaidTransfer> named(Session session, Collection<TransferName> hashes) {
        var proof = TRANSFERS.readingProof(session);
        return TransferNameTable.bind(session.sql("SELECT t.*" + NAMED), hashes).list(row -> {
            proof.requireUnaltered(row);
            return PaidTransfer.received(row.text("tx_hash"), TransactionKey.of(row, "payin_id"));
        });
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
                .list(row -> transfers
                        .computeIfAbsent(TransactionKey.of(row, "payin_id"), key -> new ArrayList<>())
                        .add(transfer(row)));
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
        return proved(session, deposit, TRANSFERS.proof(session));
    }

    /** The transfers of a deposit, for its payer. */
    static List<Transfer> shown(Session session, TransactionKey deposit) {
        return proved(session, deposit, TRANSFERS.readingProof(session));
    }

    private static List<Transfer> proved(Session session, TransactionKey deposit, RowProof proof) {
        var sql = "SELECT * FROM crypto_transfer" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)"
                + " ORDER BY block, log_index, tx_hash";
        return deposit.bind(session.sql(sql), "payin").list(row -> {
            proof.requireUnaltered(row);
            return transfer(row);
        });
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

    private static Transfer transfer(Row row) {
        return new Transfer(
                Network.valueOf(row.text("network")),
                row.text("tx_hash"),
                row.number("log_index"),
                row.text("sender"),
                new BigInteger(row.text("units")),
                new MicroUsdt(row.number("amount"), new BigInteger(row.text("dust"))),
                row.number("block"),
                row.number("confirmations"),
                row.instant("block_at"),
                Word.of(Transfer.State.class, row.text("state")));
    }
}
