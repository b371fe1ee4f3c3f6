package io.tical.server.rail;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PaidTransfer.Use;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the transfers that paid payouts and settlements, and with which money was paid back. */
final class PaidTransferStore {
    static final BulkWrite<PaidTransfer> TRANSFERS = BulkWrite.<PaidTransfer>of("settlement_transfer")
            .key("reference", "text", PaidTransfer::reference)
            .key("livemode", "boolean", paid -> paid.transaction().livemode())
            .column("organization_id", "uuid", paid -> paid.transaction().organizationId())
            .column("settlement_id", "uuid", paid -> id(paid, Use.SETTLEMENT))
            .column("attempt_id", "uuid", PaidTransfer::attemptId)
            .column("payout_id", "uuid", paid -> id(paid, Use.PAYOUT, Use.PAYOUT_REFUND))
            .column("payin_id", "uuid", paid -> id(paid, Use.PAYIN_REFUND))
            .column("suspense_id", "uuid", paid -> id(paid, Use.RETURN))
            .column("amount", "bigint", PaidTransfer::amount)
            .authenticated()
            .journaled();

    private PaidTransferStore() {}

    private static @Nullable UUID id(PaidTransfer paid, Use... uses) {
        return List.of(uses).contains(paid.use()) ? paid.transaction().id() : null;
    }

    private static PaidTransfer transfer(Row row) {
        var attemptId = row.uuidOrNull("attempt_id");
        var use = row.uuidOrNull("settlement_id") != null
                ? Use.SETTLEMENT
                : row.uuidOrNull("payin_id") != null
                        ? Use.PAYIN_REFUND
                        : row.uuidOrNull("suspense_id") != null
                                ? Use.RETURN
                                : attemptId == null ? Use.PAYOUT_REFUND : Use.PAYOUT;
        var id = switch (use) {
            case SETTLEMENT -> "settlement_id";
            case PAYOUT, PAYOUT_REFUND -> "payout_id";
            case PAYIN, PAYIN_REFUND -> "payin_id";
            case RETURN -> "suspense_id";
        };
        return new PaidTransfer(
                row.text("reference"), use, TransactionKey.of(row, id), attemptId, row.numberOrNull("amount"));
    }

    static List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        var proof = TRANSFERS.readingProof(session);
        return TransferNameTable.bind(
                        session.sql("SELECT t.* FROM settlement_transfer t JOIN " + TransferNameTable.NAMES
                                + " USING (reference, livemode)"),
                        names)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return transfer(row);
                });
    }

    static void insert(Session session, List<PaidTransfer> transfers) {
        if (transfers.isEmpty()) {
            return;
        }
        var inserted = TRANSFERS.insertIfAbsent(session, transfers);
        for (var transfer : transfers) {
            if (!inserted.contains(transfer)) {
                throw transfer.refused(find(session, List.of(transfer.name())).stream()
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("no payment by a transfer that exists: " + transfer)));
            }
        }
    }
}
