package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.ledger.WalletKey;
import io.tical.server.suspense.SuspenseItem.Decision;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of unallocated funds. */
final class SuspenseStore implements CommandOperation.Storage<SuspenseItem> {
    /**
     * Inserts payments that are not recorded yet.
     *
     * @param status the initial state
     * @return the number of inserted rows
     */
    static long insert(Session session, Collection<Unmatched> payments, SuspenseStatus status) {
        return session.sql("""
                        INSERT INTO suspense (organization_id, livemode, suspense_id, source, reference, payin_id, reason, currency,
                            amount, payout_id, attempt_id, status, updated_at)
                        SELECT n.*, :status, clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:sources AS text[]), cast(:references AS text[]), cast(:payins AS uuid[]),
                            cast(:reasons AS text[]), cast(:currencies AS text[]), cast(:amounts AS bigint[]),
                            cast(:payouts AS uuid[]), cast(:attempts AS uuid[])) AS n
                        ON CONFLICT (organization_id, livemode, source, reference) DO NOTHING
                        """)
                .bind("status", status.word())
                .bindEach("organizations", payments, Unmatched::organizationId)
                .bindEach("livemodes", payments, Unmatched::livemode)
                .bindEach("ids", payments, payment -> Ids.next())
                .bindEach("sources", payments, payment -> payment.source().word())
                .bindEach("references", payments, Unmatched::reference)
                .bindEach("payins", payments, Unmatched::payinId)
                .bindEach("reasons", payments, payment -> payment.reason().word())
                .bindEach("currencies", payments, Unmatched::currency)
                .bindEach("amounts", payments, Unmatched::amount)
                .bindEach("payouts", payments, paidOut(Unmatched.PaidOut::payoutId))
                .bindEach("attempts", payments, paidOut(Unmatched.PaidOut::attemptId))
                .run();
    }

    @Override
    public Map<TransactionKey, WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        return find(session, keys, false).stream()
                .filter(SuspenseItem::inJournal)
                .collect(Collectors.toMap(SuspenseItem::key, SuspenseItem::wallet));
    }

    @Override
    public List<SuspenseItem> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        var sql = "SELECT s.* FROM suspense s JOIN" + TransactionKey.table("suspense_id")
                + "USING (organization_id, livemode, suspense_id) ORDER BY organization_id, livemode, suspense_id"
                + (lock ? " FOR UPDATE OF s" : "");
        return TransactionKey.bind(session.sql(sql), keys).list(SuspenseStore::item);
    }

    /** Funds by their id alone, for operators, who belong to no organization. */
    static Optional<SuspenseItem> find(Session session, UUID id) {
        return session.sql("SELECT * FROM suspense WHERE suspense_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(SuspenseStore::item);
    }

    static List<SuspenseItem> ofPayin(Session session, TransactionKey payin) {
        var sql = "SELECT * FROM suspense" + TransactionKey.WHERE
                + "payin_id = cast(:payin AS uuid) ORDER BY suspense_id";
        return payin.bind(session.sql(sql), "payin").list(SuspenseStore::item);
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<SuspenseItem> list(Session session, SuspenseStatus status, Page page) {
        // A literal and not a parameter, so that the planner knows how rare the status is.
        return session.sql("SELECT * FROM suspense WHERE status = '" + status.word() + "'"
                        + (page.before() == null ? "" : " AND suspense_id < cast(:before AS uuid)")
                        + " ORDER BY suspense_id DESC LIMIT :rows OFFSET :offset")
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .bind("before", page.before())
                .list(SuspenseStore::item);
    }

    @Override
    public void write(Session session, List<Changes.Changed<SuspenseItem>> changed) {
        var items = changed.stream().map(Changes.Changed::after).toList();
        TransactionKey.bind(
                        session.sql("""
                        UPDATE suspense s SET status = n.status, matched_payin_id = n.payin, decided_by = n.by,
                            decided_request = n.request, note = n.note, version = n.version, updated_at = n.at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:payins AS uuid[]), cast(:bys AS text[]), cast(:requests AS text[]),
                            cast(:notes AS text[]), cast(:versions AS bigint[]), cast(:times AS timestamptz[]))
                            AS n (organization, livemode, id, status, payin, by, request, note, version, at)
                        WHERE s.organization_id = n.organization AND s.livemode = n.livemode AND s.suspense_id = n.id
                        """), items.stream().map(SuspenseItem::key).toList())
                .bindEach("statuses", items, item -> item.status().word())
                .bindEach("payins", items, decided(Decision::matchedPayinId))
                .bindEach("bys", items, decided(Decision::by))
                .bindEach("requests", items, decided(Decision::requestId))
                .bindEach("notes", items, decided(Decision::note))
                .bindEach("versions", items, SuspenseItem::version)
                .bindEach("times", items, SuspenseItem::updatedAt)
                .run();
    }

    private static Function<Unmatched, @Nullable UUID> paidOut(Function<Unmatched.PaidOut, UUID> field) {
        return payment -> payment.paidOut() == null ? null : field.apply(payment.paidOut());
    }

    private static <T> Function<SuspenseItem, @Nullable T> decided(Function<Decision, @Nullable T> field) {
        return item -> item.decision() == null ? null : field.apply(item.decision());
    }

    private static SuspenseItem item(Row row) {
        var key = TransactionKey.of(row, "suspense_id");
        return new SuspenseItem(
                key,
                new Unmatched(
                        key.organizationId(),
                        key.livemode(),
                        Word.of(Unmatched.Source.class, row.text("source")),
                        row.text("reference"),
                        row.uuidOrNull("payin_id"),
                        Word.of(Unmatched.Reason.class, row.text("reason")),
                        row.text("currency"),
                        row.number("amount"),
                        readPaidOut(row)),
                Word.of(SuspenseStatus.class, row.text("status")),
                decision(row),
                row.number("version"),
                row.instant("updated_at"));
    }

    private static Unmatched.@Nullable PaidOut readPaidOut(Row row) {
        var payoutId = row.uuidOrNull("payout_id");
        return payoutId == null ? null : new Unmatched.PaidOut(payoutId, row.uuid("attempt_id"));
    }

    private static @Nullable Decision decision(Row row) {
        var by = row.textOrNull("decided_by");
        return by == null
                ? null
                : new Decision(
                        row.uuidOrNull("matched_payin_id"), by, row.text("decided_request"), row.textOrNull("note"));
    }
}
