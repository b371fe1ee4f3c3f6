package io.tical.server.bank;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferNameTable;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of the transfers that entries are. */
final class TransferProofStore {
    static final Table<TransferProof> PROOFS = Table.of("transfer_proof", TransferProofStore::columns);

    private TransferProofStore() {}

    /** Inserts proofs, but those of a transfer that another entry is; returns what it inserted. */
    static Set<TransferProof> insert(Session session, List<TransferProof> proofs) {
        if (proofs.isEmpty()) {
            return Set.of();
        }
        var inserted = Set.copyOf(PROOFS.insertIfAbsent(session, proofs));
        proofs.stream()
                .map(TransferProof::livemode)
                .distinct()
                .forEach(livemode -> session.wrote(PROOFS.table(), livemode));
        return inserted;
    }

    /** The transfers that these entries are. */
    static List<TransferProof> ofEntries(Session session, Collection<UUID> entries) {
        return entries.isEmpty()
                ? List.of()
                : session.sql("SELECT * FROM transfer_proof WHERE bank_entry_id = ANY (cast(:entries AS uuid[]))")
                        .bindEach("entries", entries, one -> one)
                        .list(PROOFS.proved(session));
    }

    /** Those of these attempts that an entry is. */
    static Set<UUID> attempts(Session session, Collection<UUID> attempts) {
        return attempts.isEmpty()
                ? Set.of()
                : Set.copyOf(session.sql(
                                "SELECT attempt_id FROM transfer_proof WHERE attempt_id = ANY (cast(:attempts AS uuid[]))")
                        .bindEach("attempts", attempts, one -> one)
                        .list(row -> row.uuid("attempt_id")));
    }

    /** Those of the transfers with these names, which paid money back, that an entry is. */
    static Set<String> references(Session session, Collection<TransferName> names) {
        return names.isEmpty()
                ? Set.of()
                : Set.copyOf(TransferNameTable.bind(
                                session.sql("SELECT t.reference FROM transfer_proof t JOIN " + TransferNameTable.NAMES
                                        + " USING (reference, livemode)"),
                                names)
                        .list(row -> row.text("reference")));
    }

    private static Function<Row, TransferProof> columns(TableColumns<TransferProof> t) {
        var entryId = t.key("bank_entry_id", ID, TransferProof::entryId);
        var livemode = t.insertOnly("livemode", FLAG, TransferProof::livemode);
        var type = t.insertOnly("type", word(MatchType.class), TransferProof::type);
        var organizationId = t.insertOnly("organization_id", ID, TransferProof::organizationId);
        var transactionId = t.insertOnly("transaction_id", ID, TransferProof::transactionId);
        var attemptId = t.insertOnly("attempt_id", ID.orNull(), TransferProof::attemptId);
        var reference = t.insertOnly("reference", TEXT.orNull(), TransferProof::reference);
        var at = t.insertOnly("proved_at", TIME, TransferProof::at);
        return row -> new TransferProof(
                entryId.of(row),
                livemode.of(row),
                type.of(row),
                organizationId.of(row),
                transactionId.of(row),
                attemptId.of(row),
                reference.of(row),
                at.of(row));
    }
}
