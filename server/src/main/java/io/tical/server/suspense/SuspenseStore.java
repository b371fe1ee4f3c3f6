package io.tical.server.suspense;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.suspense.SuspenseItem.Decision;
import io.tical.server.suspense.Unmatched.Source;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TextLookup;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of unallocated funds. */
final class SuspenseStore implements CommandOperation.Storage<SuspenseItem> {
    static final BulkWrite<SuspenseItem> ITEMS = TransactionKey.<SuspenseItem>write(
                    "suspense", "suspense_id", SuspenseItem::key)
            .insertOnly("source", "text", payment(payment -> payment.source().word()))
            .insertOnly("reference", "text", payment(Unmatched::reference))
            .insertOnly(
                    "payin_id",
                    "uuid",
                    payment(payment ->
                            payment.claim() ? null : payment.transaction().id()))
            .insertOnly("reason", "text", payment(payment -> payment.reason().word()))
            .insertOnly("currency", "text", payment(Unmatched::currency))
            .insertOnly("amount", "bigint", payment(Unmatched::amount))
            .column("status", "text", item -> item.status().word())
            .updateOnly("matched_payin_id", "uuid", decided(Decision::matchedPayinId))
            .updateOnly("decided_by", "text", decided(Decision::by))
            .updateOnly("decided_request", "text", decided(Decision::requestId))
            .updateOnly("note", "text", decided(Decision::note))
            .updateOnly("version", "bigint", SuspenseItem::version)
            .column("updated_at", "timestamptz", SuspenseItem::updatedAt)
            .insertOnly("payout_id", "uuid", payment(payment -> payment.of(Source.PAYOUT)))
            .insertOnly("attempt_id", "uuid", payment(Unmatched::attemptId))
            .insertOnly("settlement_id", "uuid", payment(payment -> payment.of(Source.SETTLEMENT)))
            .updateOnly("returned_reference", "text", decided(Decision::returnedReference))
            .authenticated()
            .journaled();

    /** The index of references has the source before them. */
    private static final TextLookup SEARCHED = new TextLookup(
            "suspense",
            "suspense_id",
            List.of("suspense_id", "payin_id"),
            Stream.of(Source.values())
                    .map(source -> "a.source = '" + source.word() + "' AND a.reference LIKE :prefix")
                    .toList());

    /**
     * Inserts payments that are not recorded yet.
     *
     * @param status the initial state
     * @return the number of inserted rows
     */
    static long insert(Session session, Collection<Unmatched> payments, SuspenseStatus status) {
        var items = payments.stream()
                .map(payment -> SuspenseItem.of(payment, status))
                .toList();
        return ITEMS.insertIfAbsent(session, items).size();
    }

    @Override
    public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        return find(session, keys, false).stream()
                .filter(SuspenseItem::inLedger)
                .map(SuspenseItem::wallet)
                .toList();
    }

    @Override
    public List<SuspenseItem> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        if (keys.isEmpty()) {
            return List.of();
        }
        var sql = "SELECT s.* FROM suspense s JOIN" + TransactionKey.table("suspense_id")
                + "USING (organization_id, livemode, suspense_id) ORDER BY organization_id, livemode, suspense_id"
                + (lock ? " FOR UPDATE OF s" : "");
        return TransactionKey.bind(session.sql(sql), keys)
                .list(proved(lock ? ITEMS.proof(session) : ITEMS.readingProof(session)));
    }

    /** Funds by their id alone, for operators, who belong to no organization. */
    static Optional<SuspenseItem> find(Session session, UUID id) {
        return session.sql("SELECT * FROM suspense WHERE suspense_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(proved(ITEMS.readingProof(session)));
    }

    static List<SuspenseItem> ofPayin(Session session, TransactionKey payin) {
        var sql = "SELECT * FROM suspense" + TransactionKey.WHERE
                + "payin_id = cast(:payin AS uuid) ORDER BY suspense_id";
        return payin.bind(session.sql(sql), "payin").list(proved(ITEMS.readingProof(session)));
    }

    /** Reads funds. Fails if the service did not write them. */
    private static Function<Row, SuspenseItem> proved(RowProof proof) {
        return row -> {
            proof.requireUnaltered(row);
            return item(row);
        };
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<SuspenseItem> list(
            Session session, Optional<SuspenseStatus> status, Environments environments, String text, Page page) {
        return SEARCHED.ofStatus(session, environments, status, text, page).list(SuspenseStore::item);
    }

    @Override
    public void write(Session session, List<Changes.Changed<SuspenseItem>> changed) {
        ITEMS.update(session, changed.stream().map(Changes.Changed::after).toList())
                .runLater();
    }

    private static <T> Function<SuspenseItem, @Nullable T> payment(Function<Unmatched, @Nullable T> field) {
        return item -> field.apply(item.payment());
    }

    private static <T> Function<SuspenseItem, @Nullable T> decided(Function<Decision, @Nullable T> field) {
        return item -> item.decision() == null ? null : field.apply(item.decision());
    }

    private static SuspenseItem item(Row row) {
        var source = Word.of(Source.class, row.text("source"));
        return new SuspenseItem(
                TransactionKey.of(row, "suspense_id"),
                new Unmatched(
                        TransactionKey.of(
                                row,
                                switch (source) {
                                    case PAYOUT -> "payout_id";
                                    case SETTLEMENT -> "settlement_id";
                                    case CRYPTO, SLIP, STAFF -> "payin_id";
                                }),
                        source,
                        row.text("reference"),
                        Word.of(Unmatched.Reason.class, row.text("reason")),
                        row.text("currency"),
                        row.number("amount"),
                        row.uuidOrNull("attempt_id")),
                Word.of(SuspenseStatus.class, row.text("status")),
                decision(row),
                row.number("version"),
                row.instant("updated_at"));
    }

    private static @Nullable Decision decision(Row row) {
        var by = row.textOrNull("decided_by");
        return by == null
                ? null
                : new Decision(
                        row.uuidOrNull("matched_payin_id"),
                        row.textOrNull("returned_reference"),
                        by,
                        row.text("decided_request"),
                        row.textOrNull("note"));
    }
}
