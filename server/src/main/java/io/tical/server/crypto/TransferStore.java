package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The SQL of transfers. */
final class TransferStore {
    private static final BulkWrite<Received> SAVE = TransactionKey.<Received>write(
                    "crypto_transfer", "payin_id", Received::deposit)
            .column("network", "text", one -> one.transfer().network().name())
            .column("tx_hash", "text", one -> one.transfer().txHash())
            .column("log_index", "bigint", one -> one.transfer().logIndex())
            .column("sender", "text", one -> one.transfer().sender())
            .column("units", "numeric", one -> one.transfer().units().toString())
            .column("amount", "bigint", one -> one.transfer().amount().micro())
            .column("dust", "numeric", one -> one.transfer().amount().dust().toString())
            .column("block", "bigint", one -> one.transfer().block())
            .column("confirmations", "bigint", one -> one.transfer().confirmations())
            .column("block_at", "timestamptz", one -> one.transfer().at())
            .column("state", "text", one -> one.transfer().state().word())
            .computed("seen_at", "clock_timestamp()")
            .computed("updated_at", "clock_timestamp()");

    private static final String UPDATE_OWN = """
            ON CONFLICT (network, tx_hash, log_index) DO UPDATE SET units = excluded.units, amount = excluded.amount,
                dust = excluded.dust, block = excluded.block, confirmations = excluded.confirmations,
                block_at = excluded.block_at, state = excluded.state, updated_at = excluded.updated_at
            WHERE crypto_transfer.organization_id = excluded.organization_id AND crypto_transfer.livemode = excluded.livemode
              AND crypto_transfer.payin_id = excluded.payin_id
            """;

    /** A transfer with the key of its deposit. */
    private record Received(TransactionKey deposit, Transfer transfer) {}

    private TransferStore() {}

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

    /**
     * Writes transfers of a deposit. Returns how many it wrote: fewer when one belongs to another deposit, which only a
     * faulty node reports.
     */
    static long save(Session session, TransactionKey key, Collection<Transfer> transfers) {
        var received = transfers.stream().map(transfer -> new Received(key, transfer));
        return SAVE.insert(session, received.toList(), UPDATE_OWN).run();
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
