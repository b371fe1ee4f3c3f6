package io.tical.server.suspense;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.suspense.SuspenseItem.Decision;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of money in suspense. */
final class SuspenseStore {
    private SuspenseStore() {}

    /** Notes each payment once, however often it is found. */
    static void note(Session session, Collection<Unmatched> payments) {
        session.sql("""
                        INSERT INTO suspense (organization_id, livemode, suspense_id, source, reference, payin_id, reason, currency,
                            amount, status, updated_at)
                        SELECT n.*, 'noted', clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:sources AS text[]), cast(:references AS text[]), cast(:payins AS uuid[]),
                            cast(:reasons AS text[]), cast(:currencies AS text[]), cast(:amounts AS bigint[])) AS n
                        ON CONFLICT (organization_id, livemode, source, reference) DO NOTHING
                        """)
                .bindEach("organizations", payments, Unmatched::organizationId)
                .bindEach("livemodes", payments, Unmatched::livemode)
                .bindEach("ids", payments, payment -> Ids.next())
                .bindEach("sources", payments, payment -> payment.source().word())
                .bindEach("references", payments, Unmatched::reference)
                .bindEach("payins", payments, Unmatched::payinId)
                .bindEach("reasons", payments, payment -> payment.reason().word())
                .bindEach("currencies", payments, Unmatched::currency)
                .bindEach("amounts", payments, Unmatched::amount)
                .run();
    }

    /** Opens claims whose postings are written in the same transaction. */
    static void open(Session session, Collection<Unmatched> claims) {
        session.sql("""
                        INSERT INTO suspense (organization_id, livemode, suspense_id, source, reference, reason, currency, amount,
                            payout_id, attempt_id, status, updated_at)
                        SELECT n.*, 'open', clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:sources AS text[]), cast(:references AS text[]), cast(:reasons AS text[]),
                            cast(:currencies AS text[]), cast(:amounts AS bigint[]), cast(:payouts AS uuid[]),
                            cast(:attempts AS uuid[])) AS n
                        """)
                .bindEach("organizations", claims, Unmatched::organizationId)
                .bindEach("livemodes", claims, Unmatched::livemode)
                .bindEach("ids", claims, claim -> Ids.next())
                .bindEach("sources", claims, claim -> claim.source().word())
                .bindEach("references", claims, Unmatched::reference)
                .bindEach("reasons", claims, claim -> claim.reason().word())
                .bindEach("currencies", claims, Unmatched::currency)
                .bindEach("amounts", claims, Unmatched::amount)
                .bindEach("payouts", claims, claim -> paidOut(claim).payoutId())
                .bindEach("attempts", claims, claim -> paidOut(claim).attemptId())
                .run();
    }

    private static Unmatched.PaidOut paidOut(Unmatched claim) {
        return Objects.requireNonNull(claim.paidOut());
    }

    static Map<TransactionKey, SuspenseItem> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        var items = new HashMap<TransactionKey, SuspenseItem>();
        session.sql("""
                        SELECT s.* FROM suspense s
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                             AS k (organization_id, livemode, suspense_id) USING (organization_id, livemode, suspense_id)
                        ORDER BY organization_id, livemode, suspense_id
                        """ + (lock ? " FOR UPDATE OF s" : ""))
                .bindEach("organizations", keys, TransactionKey::organizationId)
                .bindEach("livemodes", keys, TransactionKey::livemode)
                .bindEach("ids", keys, TransactionKey::id)
                .list(SuspenseStore::item)
                .forEach(item -> items.put(item.key(), item));
        return items;
    }

    /** An item by its id alone, for people who are of no organization. */
    static Optional<SuspenseItem> find(Session session, UUID id) {
        return session.sql("SELECT * FROM suspense WHERE suspense_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(SuspenseStore::item);
    }

    static List<SuspenseItem> ofPayin(Session session, UUID organizationId, boolean livemode, UUID payinId) {
        return session.sql("""
                        SELECT * FROM suspense
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND payin_id = cast(:payin AS uuid)
                        ORDER BY suspense_id
                        """)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("payin", payinId)
                .list(SuspenseStore::item);
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<SuspenseItem> list(Session session, SuspenseStatus status, Page page) {
        var before = page.before();
        // The word itself, not a parameter, so that the planner sees how rare the state is.
        var statement = session.sql("SELECT * FROM suspense WHERE status = '" + status.word() + "'"
                        + (before == null ? "" : " AND suspense_id < cast(:before AS uuid)")
                        + " ORDER BY suspense_id DESC LIMIT :rows OFFSET :offset")
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset());
        if (before != null) {
            statement.bind("before", before);
        }
        return statement.list(SuspenseStore::item);
    }

    static void update(Session session, Collection<SuspenseItem> items) {
        session.sql("""
                        UPDATE suspense s SET status = n.status, matched_payin_id = n.payin, decided_by = n.by,
                            decided_request = n.request, note = n.note, version = n.version, updated_at = n.at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:payins AS uuid[]), cast(:bys AS text[]), cast(:requests AS text[]),
                            cast(:notes AS text[]), cast(:versions AS bigint[]), cast(:times AS timestamptz[]))
                            AS n (organization, livemode, id, status, payin, by, request, note, version, at)
                        WHERE s.organization_id = n.organization AND s.livemode = n.livemode AND s.suspense_id = n.id
                        """)
                .bindEach("organizations", items, item -> item.key().organizationId())
                .bindEach("livemodes", items, item -> item.key().livemode())
                .bindEach("ids", items, item -> item.key().id())
                .bindEach("statuses", items, item -> item.status().word())
                .bindEach(
                        "payins",
                        items,
                        item -> item.decision() == null ? null : item.decision().matchedPayinId())
                .bindEach(
                        "bys",
                        items,
                        item -> item.decision() == null ? null : item.decision().by())
                .bindEach(
                        "requests",
                        items,
                        item -> item.decision() == null ? null : item.decision().requestId())
                .bindEach(
                        "notes",
                        items,
                        item -> item.decision() == null ? null : item.decision().note())
                .bindEach("versions", items, SuspenseItem::version)
                .bindEach("times", items, SuspenseItem::updatedAt)
                .run();
    }

    private static TransactionKey key(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("suspense_id"));
    }

    private static SuspenseItem item(Row row) {
        var key = key(row);
        return new SuspenseItem(
                key,
                new Unmatched(
                        key.organizationId(),
                        key.livemode(),
                        Unmatched.Source.of(row.text("source")),
                        row.text("reference"),
                        row.uuidOrNull("payin_id"),
                        Unmatched.Reason.of(row.text("reason")),
                        row.text("currency"),
                        row.number("amount"),
                        readPaidOut(row)),
                SuspenseStatus.of(row.text("status")).orElseThrow(),
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
