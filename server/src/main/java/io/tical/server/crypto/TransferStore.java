package io.tical.server.crypto;

import io.tical.common.Word;
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

    /**
     * Writes transfers of a deposit. Returns how many it wrote: fewer when one belongs to another deposit, which only a
     * faulty node reports.
     */
    static long save(Session session, TransactionKey key, Collection<Transfer> transfers) {
        return key.bind(session.sql("""
                        INSERT INTO crypto_transfer AS t (network, tx_hash, log_index, organization_id, livemode, payin_id, sender, units,
                            amount, dust, block, confirmations, block_at, state, seen_at, updated_at)
                        SELECT n.network, n.tx_hash, n.log_index, cast(:organization AS uuid), :livemode, cast(:payin AS uuid), n.sender,
                            n.units, n.amount, n.dust, n.block, n.confirmations, n.block_at, n.state, clock_timestamp(), clock_timestamp()
                        FROM unnest(cast(:networks AS text[]), cast(:hashes AS text[]), cast(:indexes AS bigint[]),
                            cast(:senders AS text[]), cast(:units AS numeric[]), cast(:amounts AS bigint[]), cast(:dusts AS numeric[]),
                            cast(:blocks AS bigint[]), cast(:confirmations AS bigint[]), cast(:times AS timestamptz[]),
                            cast(:states AS text[]))
                            AS n (network, tx_hash, log_index, sender, units, amount, dust, block, confirmations, block_at, state)
                        ON CONFLICT (network, tx_hash, log_index) DO UPDATE SET units = excluded.units, amount = excluded.amount,
                            dust = excluded.dust, block = excluded.block, confirmations = excluded.confirmations,
                            block_at = excluded.block_at, state = excluded.state, updated_at = excluded.updated_at
                        WHERE t.organization_id = excluded.organization_id AND t.livemode = excluded.livemode
                          AND t.payin_id = excluded.payin_id
                        """), "payin")
                .bindEach("networks", transfers, transfer -> transfer.network().name())
                .bindEach("hashes", transfers, Transfer::txHash)
                .bindEach("indexes", transfers, Transfer::logIndex)
                .bindEach("senders", transfers, Transfer::sender)
                .bindEach("units", transfers, transfer -> transfer.units().toString())
                .bindEach("amounts", transfers, transfer -> transfer.amount().micro())
                .bindEach(
                        "dusts", transfers, transfer -> transfer.amount().dust().toString())
                .bindEach("blocks", transfers, Transfer::block)
                .bindEach("confirmations", transfers, Transfer::confirmations)
                .bindEach("times", transfers, Transfer::at)
                .bindEach("states", transfers, transfer -> transfer.state().word())
                .run();
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
