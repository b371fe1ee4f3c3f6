package io.tical.server.bank;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.PaymentProof.Status;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.payin.ExpectedTransfers.Paid;
import io.tical.server.payin.ExpectedTransfers.Proved;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of the proofs of payments. */
final class PaymentProofStore {
    static final Table<PaymentProof> PROOFS = Table.of("payment_proof", PaymentProofStore::columns);

    private PaymentProofStore() {}

    static void insert(Session session, Collection<Paid> payments) {
        PROOFS.insertIfAbsent(
                session, payments.stream().map(PaymentProof::expected).toList());
    }

    /** Locks the proofs of payins in the order of their keys. */
    static List<PaymentProof> lock(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT p.* FROM payment_proof p JOIN" + TransactionKey.table("payin_id")
                + "USING (organization_id, livemode, payin_id) ORDER BY organization_id, livemode, payin_id FOR UPDATE OF p";
        return TransactionKey.bind(session.sql(sql), payins).list(PROOFS.locked(session));
    }

    static Optional<PaymentProof> find(Session session, UUID payin) {
        return session.sql("SELECT * FROM payment_proof WHERE payin_id = cast(:id AS uuid)")
                .bind("id", payin)
                .first(PROOFS.proved(session));
    }

    /** What was credited for payins; those without a payment are left out. */
    static Map<TransactionKey, Paid> of(
            Session session, Collection<TransactionKey> payins, Function<Row, PaymentProof> reader) {
        if (payins.isEmpty()) {
            return Map.of();
        }
        var sql = "SELECT p.* FROM payment_proof p JOIN" + TransactionKey.table("payin_id")
                + "USING (organization_id, livemode, payin_id)";
        return TransactionKey.bind(session.sql(sql), payins).list(reader).stream()
                .collect(Collectors.toMap(PaymentProof::key, PaymentProof::payment));
    }

    /** When these payments were proved; those that were not are left out. */
    static Map<TransactionKey, Instant> proved(Session session, Collection<TransactionKey> payins) {
        var proved = new HashMap<TransactionKey, Instant>();
        var sql = "SELECT organization_id, livemode, payin_id, p.updated_at FROM payment_proof p JOIN"
                + TransactionKey.table("payin_id")
                + "USING (organization_id, livemode, payin_id) WHERE p.status = 'proved'";
        TransactionKey.bind(session.sql(sql), payins)
                .list(row -> proved.put(TransactionKey.of(row, "payin_id"), row.instant("updated_at")));
        return proved;
    }

    /** The payments of payins that were created from one moment until another: their ids (UUIDv7) contain the time. */
    static Proved proved(Session session, WalletKey wallet, Instant from, Instant until) {
        return session.sql("""
                        SELECT count(*) AS count, cast(coalesce(sum(amount), 0) AS bigint) AS amount,
                               count(*) FILTER (WHERE status = 'proved') AS proved,
                               cast(coalesce(sum(amount) FILTER (WHERE status = 'proved'), 0) AS bigint) AS proved_amount
                        FROM payment_proof
                        WHERE organization_id = :organization AND livemode = :livemode AND currency = :currency
                          AND payin_id >= cast(:from AS uuid) AND payin_id < cast(:until AS uuid)
                        """)
                .bind("organization", wallet.organizationId())
                .bind("livemode", wallet.livemode())
                .bind("currency", wallet.currency())
                .bind("from", Ids.boundary(from))
                .bind("until", Ids.boundary(until))
                .withCustomPlan()
                .one(row -> new Proved(
                        row.number("count"), row.number("amount"), row.number("proved"), row.number("proved_amount")));
    }

    static void update(Session session, List<PaymentProof> proofs) {
        PROOFS.update(session, proofs).run();
    }

    /** Makes background work look at the waiting payments of an account until a time. */
    static void due(Session session, UUID account, boolean livemode, Instant paidBefore, Duration in) {
        session.sql("""
                        UPDATE payment_proof SET due_at = now() + :delay * interval '1 millisecond'
                        WHERE collection_account_id = :account AND livemode = :livemode AND status = 'waiting' AND paid_at < :before
                        """)
                .bind("delay", in.toMillis())
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("before", paidBefore)
                .run();
    }

    /** When background work looks at proofs again; null if it need not. */
    static void due(Session session, Collection<TransactionKey> payins, @Nullable Instant at) {
        TransactionKey.bind(
                        session.sql(
                                "UPDATE payment_proof p SET due_at = :at FROM" + TransactionKey.table("payin_id")
                                        + "WHERE p.organization_id = t.organization_id AND p.livemode = t.livemode AND p.payin_id = t.payin_id"),
                        payins)
                .bind("at", at)
                .run();
    }

    /** Whether background work has not looked at all entries of an account yet. */
    static boolean entriesDue(Session session, UUID account, boolean livemode) {
        return session.sql("""
                        SELECT EXISTS (SELECT FROM bank_entry WHERE due_at IS NOT NULL AND collection_account_id = :account
                                       AND livemode = :livemode) AS due
                        """)
                .bind("account", account)
                .bind("livemode", livemode)
                .one(row -> row.flag("due"));
    }

    /**
     * The payments of an account that were credited in a time, and that no entry until a day shows; oldest first. What was proved later is among
     * them, so each entry after the day is looked at.
     */
    static List<PaymentProof> unshown(
            Session session, Account account, Instant from, Instant before, LocalDate shownUntil) {
        return session.sql("""
                        SELECT p.* FROM payment_proof p
                        LEFT JOIN bank_entry e ON e.matched_type = 'payin' AND e.matched_organization = p.organization_id
                             AND e.livemode = p.livemode AND e.matched_id = p.payin_id AND e.booked <= :until
                        WHERE p.collection_account_id = cast(:account AS uuid) AND p.livemode = :livemode
                          AND p.status IN ('waiting', 'missing', 'explained')
                          AND p.paid_at >= :from AND p.paid_at < :before AND e.bank_entry_id IS NULL
                        UNION ALL
                        SELECT p.* FROM bank_entry e JOIN payment_proof p ON p.organization_id = e.matched_organization
                             AND p.livemode = e.livemode AND p.payin_id = e.matched_id
                        WHERE e.collection_account_id = cast(:account AS uuid) AND e.livemode = :livemode AND e.booked > :until
                          AND e.matched_type = 'payin' AND p.status = 'proved' AND p.paid_at >= :from AND p.paid_at < :before
                        ORDER BY paid_at, payin_id
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("from", from)
                .bind("before", before)
                .bind("until", shownUntil)
                .list(PROOFS.proved(session));
    }

    /** One row more than the page's limit, when there are that many; the payins that were made last come first. */
    static List<PaymentProof> list(Session session, Environments environments, @Nullable Status status, Page page) {
        var conditions = new ArrayList<String>();
        conditions.add(environments.condition("p."));
        if (status != null) {
            conditions.add("p.status = '" + status.word() + "'");
        }
        if (page.before() != null) {
            conditions.add("p.payin_id < cast(:before AS uuid)");
        }
        return environments
                .bind(session.sql("SELECT p.* FROM payment_proof p WHERE " + String.join(" AND ", conditions)
                        + " ORDER BY p.payin_id DESC LIMIT :rows OFFSET :offset"))
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(PROOFS::read);
    }

    private static Function<Row, PaymentProof> columns(TableColumns<PaymentProof> t) {
        var key = TransactionKey.columns(t, "payin_id", PaymentProof::key);
        var payment = t.part(PaymentProof::payment);
        var accountId = payment.insertOnly("collection_account_id", ID, Paid::accountId);
        var currency = payment.insertOnly("currency", TEXT, Paid::currency);
        var amount = payment.insertOnly("amount", NUMBER, Paid::amount);
        var paidAt = payment.insertOnly("paid_at", TIME, Paid::at);
        var verified = payment.insertOnly("verified", FLAG, Paid::verified);
        var status = t.column("status", word(Status.class), PaymentProof::status);
        var entryId = t.column("bank_entry_id", ID.orNull(), PaymentProof::entryId);
        var waitUntil = t.column("wait_until", TIME.orNull(), PaymentProof::waitUntil);
        var decidedBy = t.column("decided_by", TEXT.orNull(), PaymentProof::decidedBy);
        var note = t.column("note", TEXT.orNull(), PaymentProof::note);
        var version = t.column("version", NUMBER, PaymentProof::version);
        var updatedAt = t.column("updated_at", TIME, PaymentProof::updatedAt);
        return row -> new PaymentProof(
                new Paid(
                        key.of(row),
                        accountId.of(row),
                        currency.of(row),
                        amount.of(row),
                        paidAt.of(row),
                        verified.of(row)),
                status.of(row),
                entryId.of(row),
                waitUntil.of(row),
                decidedBy.of(row),
                note.of(row),
                version.of(row),
                updatedAt.of(row));
    }
}
