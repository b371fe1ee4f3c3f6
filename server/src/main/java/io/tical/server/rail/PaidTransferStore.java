package io.tical.server.rail;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PaidTransfer.Use;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of the transfers that paid payouts and settlements, and with which money was paid back. */
final class PaidTransferStore {
    static final Table<PaidTransfer> TRANSFERS = Table.of("settlement_transfer", PaidTransferStore::columns);

    private PaidTransferStore() {}

    private static @Nullable UUID id(PaidTransfer paid, Use... uses) {
        return List.of(uses).contains(paid.use()) ? paid.transaction().id() : null;
    }

    private static Function<Row, PaidTransfer> columns(TableColumns<PaidTransfer> t) {
        var transaction = t.part(PaidTransfer::transaction);
        var reference = t.key("reference", TEXT, PaidTransfer::reference);
        var livemode = transaction.key("livemode", FLAG, TransactionKey::livemode);
        var organizationId = transaction.column("organization_id", ID, TransactionKey::organizationId);
        var settlementId = t.column("settlement_id", ID.orNull(), paid -> id(paid, Use.SETTLEMENT));
        var attemptId = t.column("attempt_id", ID.orNull(), PaidTransfer::attemptId);
        var payoutId = t.column("payout_id", ID.orNull(), paid -> id(paid, Use.PAYOUT, Use.PAYOUT_REFUND));
        var payinId = t.column("payin_id", ID.orNull(), paid -> id(paid, Use.PAYIN_REFUND));
        var suspenseId = t.column("suspense_id", ID.orNull(), paid -> id(paid, Use.RETURN));
        var amount = t.column("amount", NUMBER.orNull(), PaidTransfer::amount);
        return row -> {
            var attempt = attemptId.of(row);
            var use = settlementId.of(row) != null
                    ? Use.SETTLEMENT
                    : payinId.of(row) != null
                            ? Use.PAYIN_REFUND
                            : suspenseId.of(row) != null
                                    ? Use.RETURN
                                    : attempt == null ? Use.PAYOUT_REFUND : Use.PAYOUT;
            var id = switch (use) {
                case SETTLEMENT -> settlementId;
                case PAYOUT, PAYOUT_REFUND -> payoutId;
                case PAYIN, PAYIN_REFUND -> payinId;
                case RETURN -> suspenseId;
            };
            return new PaidTransfer(
                    reference.of(row),
                    use,
                    new TransactionKey(organizationId.of(row), livemode.of(row), Objects.requireNonNull(id.of(row))),
                    attempt,
                    amount.of(row));
        };
    }

    static List<PaidTransfer> find(Session session, Collection<TransferName> names) {
        return TransferNameTable.bind(
                        session.sql("SELECT t.* FROM settlement_transfer t JOIN " + TransferNameTable.NAMES
                                + " USING (reference, livemode)"),
                        names)
                .list(TRANSFERS.proved(session));
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
