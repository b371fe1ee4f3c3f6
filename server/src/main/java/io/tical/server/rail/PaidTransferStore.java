package io.tical.server.rail;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.transaction.EventType.Subject;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the transfers that paid payouts and settlements. */
final class PaidTransferStore {
    static final BulkWrite<PaidTransfer> TRANSFERS = BulkWrite.<PaidTransfer>of("settlement_transfer")
            .key("reference", "text", PaidTransfer::reference)
            .key("livemode", "boolean", paid -> paid.transaction().livemode())
            .column("organization_id", "uuid", paid -> paid.transaction().organizationId())
            .column("settlement_id", "uuid", paid -> id(paid, Subject.SETTLEMENT))
            .column("attempt_id", "uuid", PaidTransfer::attemptId)
            .column("payout_id", "uuid", paid -> id(paid, Subject.PAYOUT))
            .authenticated()
            .journaled();

    private PaidTransferStore() {}

    private static @Nullable UUID id(PaidTransfer paid, Subject subject) {
        return paid.subject() == subject ? paid.transaction().id() : null;
    }

    /** @param references in the form of {@link BankTransfer#compared} */
    static List<PaidTransfer> find(Session session, List<String> references) {
        if (references.isEmpty()) {
            return List.of();
        }
        var proof = TRANSFERS.readingProof(session);
        return session.sql("""
                        SELECT t.* FROM settlement_transfer t JOIN unnest(cast(:references AS text[])) AS r (reference) USING (reference)
                        """)
                .bindEach("references", references, reference -> reference)
                .list(row -> {
                    proof.requireUnaltered(row);
                    var subject = row.uuidOrNull("payout_id") == null ? Subject.SETTLEMENT : Subject.PAYOUT;
                    return new PaidTransfer(
                            row.text("reference"),
                            subject,
                            TransactionKey.of(row, subject.word() + "_id"),
                            row.uuid("attempt_id"));
                });
    }

    static void insert(Session session, List<PaidTransfer> transfers) {
        if (transfers.isEmpty()) {
            return;
        }
        var inserted = TRANSFERS.insertIfAbsent(session, transfers);
        for (var transfer : transfers) {
            if (!inserted.contains(transfer)) {
                throw transfer.refused(find(session, List.of(transfer.reference())).stream()
                        .filter(paid -> paid.transaction().livemode()
                                == transfer.transaction().livemode())
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalStateException("no payment by a transfer that exists: " + transfer)));
            }
        }
    }
}
