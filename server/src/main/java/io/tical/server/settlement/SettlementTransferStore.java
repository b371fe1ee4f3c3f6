package io.tical.server.settlement;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.payin.BankTransfer;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.settlement.PaidTransfers.Paid;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The SQL of the transfers that paid settlements. */
final class SettlementTransferStore {
    static final BulkWrite<Paid> TRANSFERS = BulkWrite.<Paid>of("settlement_transfer")
            .key("reference", "text", Paid::reference)
            .key("livemode", "boolean", paid -> paid.settlement().livemode())
            .column("organization_id", "uuid", paid -> paid.settlement().organizationId())
            .column("settlement_id", "uuid", paid -> paid.settlement().id())
            .column("attempt_id", "uuid", Paid::attemptId)
            .authenticated()
            .journaled();

    private SettlementTransferStore() {}

    /** The known payments by the transfers that these commands name. */
    static PaidTransfers named(Session session, Collection<SettlementCommand> commands) {
        var references = commands.stream()
                .flatMap(SettlementTransferStore::reference)
                .distinct()
                .toList();
        if (references.isEmpty()) {
            return new PaidTransfers(List.of());
        }
        var proof = TRANSFERS.readingProof(session);
        return new PaidTransfers(session.sql("""
                        SELECT t.* FROM settlement_transfer t JOIN unnest(cast(:references AS text[])) AS r (reference) USING (reference)
                        """)
                .bindEach("references", references, reference -> reference)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return new Paid(
                            row.text("reference"), TransactionKey.of(row, "settlement_id"), row.uuid("attempt_id"));
                }));
    }

    private static Stream<String> reference(SettlementCommand command) {
        var outcome = switch (command) {
            case SettlementCommand.Report report -> report.outcome();
            case SettlementCommand.Tell told -> told.outcome();
            case SettlementCommand.Retry retry -> null;
        };
        return outcome instanceof PayoutOutcome.Delivered delivered && delivered.reference() != null
                ? Stream.of(BankTransfer.compared(delivered.reference()))
                : Stream.empty();
    }

    /** Fails if another transaction has recorded one of them meanwhile. */
    static void insert(Session session, List<Paid> transfers) {
        if (!transfers.isEmpty() && TRANSFERS.insertIfAbsent(session, transfers).size() != transfers.size()) {
            throw new ConcurrentDuplicate();
        }
    }
}
