package io.tical.server.payout;

import io.tical.db.Insertion;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.ledger.WalletKey;
import io.tical.server.payout.Payout.Progress;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The SQL of payouts, their legs and attempts: one statement per table for any number of payouts. */
final class PayoutStore {
    private static final String OF_KEYS = """
            unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                AS t (organization_id, livemode, payout_id)
            """;

    /** Payouts with their legs, one row per leg; {@code %s} is the payouts' table expression. */
    static final String SELECT = """
            SELECT p.*, s.step_id, s.step, s.amount AS step_amount, s.transfer_amount, s.status AS step_status,
                   s.finalized_at AS step_finalized_at
            FROM %s p CROSS JOIN LATERAL (
                SELECT step_id, step, amount, transfer_amount, status, finalized_at FROM payout_step
                WHERE organization_id = p.organization_id AND livemode = p.livemode AND payout_id = p.payout_id
                ORDER BY step OFFSET 0) s
            """;

    private static final String FIND = SELECT.formatted("payout") + """
            WHERE p.organization_id = cast(:organization AS uuid) AND p.livemode = :livemode
              AND p.payout_id = cast(:id AS uuid)
            ORDER BY s.step
            """;

    private static final String FIND_ALL = SELECT.formatted("payout") + " JOIN " + OF_KEYS
            + " USING (organization_id, livemode, payout_id)" + " ORDER BY p.payout_id, s.step";

    private static final Insertion<Payout> INSERT = Insertion.<Payout>into("payout")
            .column("organization_id", "uuid", one -> one.terms().organizationId())
            .column("livemode", "boolean", one -> one.terms().livemode())
            .column("payout_id", "uuid", Payout::id)
            .column("status", "text", one -> one.status().word())
            .column("dialect", "text", one -> one.terms().dialect().word())
            .column("merchant_ref", "text", one -> one.terms().merchantRef())
            .column("currency", "text", one -> one.terms().currency())
            .column("amount", "bigint", one -> one.terms().amount())
            .column("fee", "bigint", one -> one.terms().fee())
            .column("account_id", "uuid", one -> one.terms().accountId())
            .column("customer_id", "uuid", one -> one.terms().customerId())
            .column("customer_name", "text", one -> one.terms().customerName())
            .column("bank_code", "text", one -> one.terms().bankCode())
            .column("account_no", "text", one -> one.terms().accountNo())
            .column("holder_name", "text", one -> one.terms().holderName())
            .column("sender_type", "text", one -> one.terms().senderType())
            .column("notes", "text", one -> one.terms().notes())
            .column("request_id", "text", one -> one.terms().requestId())
            .column("daily_date", "date", one -> one.terms().dailyDate())
            .column("review_reason", "text", one -> one.progress().reviewReason())
            .column("due_at", "timestamptz", one -> one.progress().dueAt())
            .column("expired_at", "timestamptz", one -> one.progress().expiredAt())
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt());

    private static final Insertion<Part<Payout.Step>> INSERT_LEGS = Insertion.<Part<Payout.Step>>into("payout_step")
            .column("organization_id", "uuid", leg -> leg.key().organizationId())
            .column("livemode", "boolean", leg -> leg.key().livemode())
            .column("payout_id", "uuid", leg -> leg.key().id())
            .column("step", "int", leg -> leg.part().number())
            .column("step_id", "uuid", leg -> leg.part().id())
            .column("amount", "bigint", leg -> leg.part().amount())
            .column("status", "text", leg -> leg.part().status().word());

    private PayoutStore() {}

    /** Extends the lease of a payout. The database's clock sets it, so that nodes agree. */
    static void extendLease(Session session, TransactionKey key, Duration lease) {
        session.sql("""
                        UPDATE payout SET due_at = clock_timestamp() + make_interval(secs => :lease)
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payout_id = cast(:id AS uuid)
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("id", key.id())
                .bind("lease", lease.toSeconds())
                .run();
    }

    /** A reference that is taken: by which payout, in what state. */
    record TakenReference(UUID organizationId, boolean livemode, String merchantRef) {}

    /** Adds those of these references that are taken, when the session sends. */
    static void takenLater(
            Session session, Collection<TakenReference> references, Map<TakenReference, PayoutStatus> taken) {
        session.sql("""
                        SELECT p.organization_id, p.livemode, p.merchant_ref, p.status FROM payout p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
                        """)
                .bindEach("organizations", references, TakenReference::organizationId)
                .bindEach("livemodes", references, TakenReference::livemode)
                .bindEach("refs", references, TakenReference::merchantRef)
                .listLater(
                        row -> Map.entry(
                                new TakenReference(
                                        row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref")),
                                PayoutRows.status(row)),
                        rows -> rows.forEach(row -> taken.put(row.getKey(), row.getValue())));
    }

    /** Inserts new payouts with their legs, when the session sends, and fails if a reference is taken by then. */
    static void insertLater(Session session, List<Payout> payouts) {
        INSERT.of(session, payouts)
                .onDuplicate(
                        "payout_organization_id_livemode_merchant_ref_key", IdempotencyRecords.ConcurrentDuplicate::new)
                .runLater();
        INSERT_LEGS
                .of(session, payouts.stream().flatMap(PayoutStore::legs).toList())
                .runLater();
    }

    /** A leg or an attempt with the key of its payout. */
    private record Part<T>(TransactionKey key, T part) {}

    private static Stream<Part<Payout.Step>> legs(Payout payout) {
        return payout.steps().stream().map(step -> new Part<>(payout.key(), step));
    }

    /** Writes the changes of payouts, legs and attempts. */
    static void write(Session session, List<Changed<PayoutAggregate>> changed) {
        update(
                session,
                changed.stream()
                        .filter(one -> !one.before()
                                .payout()
                                .progress()
                                .equals(one.after().payout().progress()))
                        .map(one -> one.after().payout())
                        .toList());
        updateLegs(
                session,
                changed.stream()
                        .flatMap(one -> legs(one.after().payout())
                                .filter(leg -> !one.before().steps().contains(leg.part())))
                        .toList());
        save(
                session,
                changed.stream()
                        .flatMap(one -> one.after().attempts().stream()
                                .filter(attempt -> !one.before().attempts().contains(attempt))
                                .map(attempt -> new Part<>(one.after().key(), attempt)))
                        .toList());
    }

    private static void update(Session session, List<Payout> payouts) {
        if (payouts.isEmpty()) {
            return;
        }
        var progress = payouts.stream().map(Payout::progress).toList();
        var settled = progress.stream().map(Progress::settled).toList();
        var senders = progress.stream().map(Progress::sender).toList();
        keyed(session.sql("""
                        UPDATE payout p SET status = n.status, delivered = n.delivered, fee_returned = n.fee_returned, returned = n.returned,
                            sender_platform = n.sender_platform, sender_identifier = n.sender_identifier,
                            sender_holder_name = n.sender_holder_name, slip_qr_ref = n.slip_qr_ref, slip_qr_string = n.slip_qr_string,
                            review_reason = n.review_reason, failure_code = n.failure_code, failure_message = n.failure_message,
                            version = n.version, due_at = n.due_at, expired_at = n.expired_at, updated_at = n.updated_at,
                            finalized_at = n.finalized_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:delivered AS bigint[]), cast(:fees_returned AS bigint[]),
                            cast(:returned AS bigint[]), cast(:platforms AS text[]), cast(:identifiers AS text[]),
                            cast(:senders AS text[]), cast(:slip_refs AS text[]), cast(:slip_strings AS text[]), cast(:reasons AS text[]),
                            cast(:failures AS text[]), cast(:messages AS text[]), cast(:due AS timestamptz[]),
                            cast(:expired AS timestamptz[]), cast(:updated AS timestamptz[]), cast(:finalized AS timestamptz[]),
                            cast(:versions AS bigint[]))
                            AS n (organization_id, livemode, payout_id, status, delivered, fee_returned, returned, sender_platform,
                                  sender_identifier, sender_holder_name, slip_qr_ref, slip_qr_string, review_reason, failure_code,
                                  failure_message, due_at, expired_at, updated_at, finalized_at, version)
                        WHERE p.organization_id = n.organization_id AND p.livemode = n.livemode AND p.payout_id = n.payout_id
                        """), payouts, Payout::key)
                .bindEach("statuses", progress, one -> one.status().word())
                .bindEach("delivered", settled, Payout.Settled::delivered)
                .bindEach("fees_returned", settled, Payout.Settled::feeReturned)
                .bindEach("returned", settled, Payout.Settled::returned)
                .bindEach("platforms", senders, Payout.Sender::platform)
                .bindEach("identifiers", senders, Payout.Sender::identifier)
                .bindEach("senders", senders, Payout.Sender::holderName)
                .bindEach("slip_refs", senders, Payout.Sender::slipQrRef)
                .bindEach("slip_strings", senders, Payout.Sender::slipQrString)
                .bindEach("reasons", progress, Progress::reviewReason)
                .bindEach("failures", progress, Progress::failureCode)
                .bindEach("messages", progress, Progress::failureMessage)
                .bindEach("due", progress, Progress::dueAt)
                .bindEach("expired", progress, Progress::expiredAt)
                .bindEach("updated", progress, Progress::updatedAt)
                .bindEach("finalized", progress, Progress::finalizedAt)
                .bindEach("versions", progress, Progress::version)
                .run();
    }

    private static void updateLegs(Session session, List<Part<Payout.Step>> legs) {
        if (legs.isEmpty()) {
            return;
        }
        keyed(session.sql("""
                        UPDATE payout_step s SET status = n.status, transfer_amount = n.transfer_amount, finalized_at = n.finalized_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:steps AS int[]), cast(:statuses AS text[]), cast(:transferred AS bigint[]), cast(:finalized AS timestamptz[]))
                            AS n (organization_id, livemode, payout_id, step, status, transfer_amount, finalized_at)
                        WHERE s.organization_id = n.organization_id AND s.livemode = n.livemode AND s.payout_id = n.payout_id
                          AND s.step = n.step
                        """), legs, Part::key)
                .bindEach("steps", legs, leg -> leg.part().number())
                .bindEach("statuses", legs, leg -> leg.part().status().word())
                .bindEach("transferred", legs, leg -> leg.part().transferAmount())
                .bindEach("finalized", legs, leg -> leg.part().finalizedAt())
                .run();
    }

    private static void save(Session session, List<Part<Attempt>> attempts) {
        if (attempts.isEmpty()) {
            return;
        }
        keyed(session.sql("""
                        INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount, status,
                                                    polls, rail_reference, created_at, closed_at, never_sent, late_amount, late_at)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:steps AS int[]), cast(:numbers AS int[]), cast(:attempt_ids AS uuid[]), cast(:rails AS text[]),
                            cast(:amounts AS bigint[]), cast(:statuses AS text[]), cast(:polls AS int[]), cast(:refs AS text[]),
                            cast(:created AS timestamptz[]), cast(:closed AS timestamptz[]), cast(:never_sent AS boolean[]),
                            cast(:late_amounts AS bigint[]), cast(:late_times AS timestamptz[]))
                        ON CONFLICT (organization_id, livemode, payout_id, step, attempt) DO UPDATE
                        SET status = excluded.status, polls = excluded.polls, rail_reference = excluded.rail_reference,
                            closed_at = excluded.closed_at, never_sent = excluded.never_sent,
                            late_amount = excluded.late_amount, late_at = excluded.late_at
                        """), attempts, Part::key)
                .bindEach("steps", attempts, one -> one.part().step())
                .bindEach("numbers", attempts, one -> one.part().number())
                .bindEach("attempt_ids", attempts, one -> one.part().id())
                .bindEach("rails", attempts, one -> one.part().rail())
                .bindEach("amounts", attempts, one -> one.part().amount())
                .bindEach("statuses", attempts, one -> one.part().state().word())
                .bindEach("polls", attempts, one -> one.part().polls())
                .bindEach("refs", attempts, one -> one.part().railReference())
                .bindEach("created", attempts, one -> one.part().createdAt())
                .bindEach("closed", attempts, one -> one.part().closedAt())
                .bindEach("never_sent", attempts, one -> one.part().neverSent())
                .bindEach("late_amounts", attempts, one -> one.part().lateAmount())
                .bindEach("late_times", attempts, one -> one.part().lateAt())
                .run();
    }

    static Map<TransactionKey, WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        var wallets = new HashMap<TransactionKey, WalletKey>();
        keyed(
                        session.sql("SELECT p.organization_id, p.livemode, p.payout_id, p.currency FROM payout p JOIN "
                                + OF_KEYS + " USING (organization_id, livemode, payout_id)"),
                        keys)
                .list(row -> {
                    var key = TransactionKey.of(row, "payout_id");
                    return wallets.put(key, key.wallet(row.text("currency")));
                });
        return wallets;
    }

    /** Payouts with their legs and attempts; {@code lock} locks them in key order until the transaction ends. */
    static List<PayoutAggregate> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        if (keys.isEmpty()) {
            return List.of();
        }
        if (lock) {
            // Read after locking, because the legs may have changed before.
            keyed(
                            session.sql("SELECT p.payout_id FROM payout p JOIN " + OF_KEYS
                                    + " USING (organization_id, livemode, payout_id)"
                                    + " ORDER BY organization_id, livemode, payout_id FOR UPDATE OF p"),
                            keys)
                    .list(row -> true);
        }
        var attempts = attempts(session, keys);
        return payouts(keyed(session.sql(FIND_ALL), keys)).stream()
                .map(payout -> PayoutAggregate.of(payout, attempts.getOrDefault(payout.key(), List.of())))
                .toList();
    }

    /** A payout with its legs. */
    static Optional<Payout> payout(Session session, TransactionKey key) {
        return payouts(session.sql(FIND)
                        .bind("organization", key.organizationId())
                        .bind("livemode", key.livemode())
                        .bind("id", key.id()))
                .stream()
                .findFirst();
    }

    /** Combines the consecutive rows of each payout's legs. */
    static List<Payout> payouts(Session.Statement statement) {
        var heads = new ArrayList<Payout>();
        var legs = new ArrayList<List<Payout.Step>>();
        statement.list(row -> {
            if (heads.isEmpty() || !heads.getLast().id().equals(row.uuid("payout_id"))) {
                heads.add(PayoutRows.head(row));
                legs.add(new ArrayList<>(1));
            }
            return legs.getLast().add(PayoutRows.step(row));
        });
        return IntStream.range(0, heads.size())
                .mapToObj(i -> heads.get(i).with(Collections.unmodifiableList(legs.get(i))))
                .toList();
    }

    /** All attempts of these payouts, by payout. */
    static Map<TransactionKey, List<Attempt>> attempts(Session session, Collection<TransactionKey> keys) {
        var attempts = new HashMap<TransactionKey, List<Attempt>>();
        keyed(
                        session.sql("SELECT a.* FROM payout_attempt a JOIN " + OF_KEYS
                                + " USING (organization_id, livemode, payout_id) ORDER BY step, attempt"),
                        keys)
                .list(row -> attempts.computeIfAbsent(TransactionKey.of(row, "payout_id"), key -> new ArrayList<>())
                        .add(PayoutRows.attempt(row)));
        return attempts;
    }

    /** Locks a payout; returns false when another transaction has locked it. */
    static boolean tryLock(Session session, TransactionKey key) {
        return !keyed(
                        session.sql("SELECT p.payout_id FROM payout p JOIN " + OF_KEYS
                                + " USING (organization_id, livemode, payout_id) FOR UPDATE OF p SKIP LOCKED"),
                        List.of(key))
                .list(row -> row.uuid("payout_id"))
                .isEmpty();
    }

    private static Session.Statement keyed(Session.Statement statement, Collection<TransactionKey> keys) {
        return statement
                .bindEach("organizations", keys, TransactionKey::organizationId)
                .bindEach("livemodes", keys, TransactionKey::livemode)
                .bindEach("ids", keys, TransactionKey::id);
    }

    private static <T> Session.Statement keyed(
            Session.Statement statement, List<T> items, Function<T, TransactionKey> key) {
        return keyed(statement, items.stream().map(key).toList());
    }
}
