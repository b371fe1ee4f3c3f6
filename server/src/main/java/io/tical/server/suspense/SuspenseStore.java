package io.tical.server.suspense;

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
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** The SQL of unallocated funds. */
final class SuspenseStore implements CommandOperation.Storage<SuspenseItem> {
    static final Table<SuspenseItem> ITEMS = Table.of("suspense", SuspenseStore::columns);

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
        return TransactionKey.bind(session.sql(sql), keys).list(lock ? ITEMS.locked(session) : ITEMS.proved(session));
    }

    /** Funds by their id alone, for operators, who belong to no organization. */
    static Optional<SuspenseItem> find(Session session, UUID id) {
        return session.sql("SELECT * FROM suspense WHERE suspense_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(ITEMS.proved(session));
    }

    static List<SuspenseItem> ofPayin(Session session, TransactionKey payin) {
        var sql = "SELECT * FROM suspense" + TransactionKey.WHERE
                + "payin_id = cast(:payin AS uuid) ORDER BY suspense_id";
        return payin.bind(session.sql(sql), "payin").list(ITEMS.proved(session));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<SuspenseItem> list(
            Session session, Optional<SuspenseStatus> status, Environments environments, String text, Page page) {
        return SEARCHED.ofStatus(session, environments, status, text, page).list(ITEMS::read);
    }

    @Override
    public void write(Session session, List<Changes.Changed<SuspenseItem>> changed) {
        ITEMS.update(session, changed.stream().map(Changes.Changed::after).toList())
                .runLater();
    }

    private static Function<Row, SuspenseItem> columns(TableColumns<SuspenseItem> t) {
        var key = TransactionKey.columns(t, "suspense_id", SuspenseItem::key);
        var payment = t.part(SuspenseItem::payment);
        var source = payment.insertOnly("source", word(Source.class), Unmatched::source);
        var reference = payment.insertOnly("reference", TEXT, Unmatched::reference);
        var payinId = payment.insertOnly(
                "payin_id",
                ID.orNull(),
                one -> one.claim() ? null : one.transaction().id());
        var reason = payment.insertOnly("reason", word(Unmatched.Reason.class), Unmatched::reason);
        var currency = payment.insertOnly("currency", TEXT, Unmatched::currency);
        var amount = payment.insertOnly("amount", NUMBER, Unmatched::amount);
        var status = t.column("status", word(SuspenseStatus.class), SuspenseItem::status);
        var decision = t.optional(SuspenseItem::decision);
        var matchedPayinId = decision.updateOnly("matched_payin_id", ID.orNull(), Decision::matchedPayinId);
        var decidedBy = decision.updateOnly("decided_by", TEXT, Decision::by);
        var decidedRequest = decision.updateOnly("decided_request", TEXT, Decision::requestId);
        var note = decision.updateOnly("note", TEXT.orNull(), Decision::note);
        var version = t.updateOnly("version", NUMBER, SuspenseItem::version);
        var updatedAt = t.column("updated_at", TIME, SuspenseItem::updatedAt);
        var payoutId = payment.insertOnly("payout_id", ID.orNull(), one -> one.of(Source.PAYOUT));
        var attemptId = payment.insertOnly("attempt_id", ID.orNull(), Unmatched::attemptId);
        var settlementId = payment.insertOnly("settlement_id", ID.orNull(), one -> one.of(Source.SETTLEMENT));
        var returnedReference = decision.updateOnly("returned_reference", TEXT.orNull(), Decision::returnedReference);
        return row -> {
            var itemKey = key.of(row);
            var id = switch (source.of(row)) {
                case PAYOUT -> payoutId;
                case SETTLEMENT -> settlementId;
                case CRYPTO, SLIP, STAFF -> payinId;
            };
            return new SuspenseItem(
                    itemKey,
                    new Unmatched(
                            itemKey.other(Objects.requireNonNull(id.of(row))),
                            source.of(row),
                            reference.of(row),
                            reason.of(row),
                            currency.of(row),
                            amount.of(row),
                            attemptId.of(row)),
                    status.of(row),
                    decision.orNull(
                            row,
                            () -> new Decision(
                                    matchedPayinId.of(row),
                                    returnedReference.of(row),
                                    decidedBy.of(row),
                                    decidedRequest.of(row),
                                    note.of(row))),
                    version.of(row),
                    updatedAt.of(row));
        };
    }
}
