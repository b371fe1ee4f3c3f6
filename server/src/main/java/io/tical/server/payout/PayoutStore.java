package io.tical.server.payout;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The SQL of payouts, their legs and attempts: one statement a table, however many payouts. */
final class PayoutStore {
    private static final String OF_TARGETS = """
            unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                AS t (organization_id, livemode, payout_id)
            """;

    /** Payouts with their legs, a row a leg; {@code %s} stands for the payouts' table expression. */
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

    private static final String FIND_ALL =
            SELECT.formatted("payout") + " JOIN " + OF_TARGETS + " USING (organization_id, livemode, payout_id)"
                    + " ORDER BY p.payout_id, s.step";

    private PayoutStore() {}

    /** A reference that is taken: by which payout, in what state. */
    record TakenReference(UUID organizationId, boolean livemode, String merchantRef) {}

    static Map<TakenReference, PayoutStatus> taken(Session session, Collection<TakenReference> references) {
        var taken = new HashMap<TakenReference, PayoutStatus>();
        session.sql("""
                        SELECT p.organization_id, p.livemode, p.merchant_ref, p.status FROM payout p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
                        """)
                .bindEach("organizations", references, TakenReference::organizationId)
                .bindEach("livemodes", references, TakenReference::livemode)
                .bindEach("refs", references, TakenReference::merchantRef)
                .list(row -> taken.put(
                        new TakenReference(row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref")),
                        status(row)));
        return taken;
    }

    /** Inserts new payouts with their legs; answers false when another transaction took one of the references first. */
    static boolean insert(Session session, List<Payout> payouts) {
        var inserted = session.sql("""
                        INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee,
                            account_id, customer_id, customer_name, bank_code, account_no, holder_name, sender_type, notes, request_id,
                            daily_date, review_reason, due_at, expired_at, updated_at)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:dialects AS text[]), cast(:refs AS text[]), cast(:currencies AS text[]),
                            cast(:amounts AS bigint[]), cast(:fees AS bigint[]), cast(:accounts AS uuid[]), cast(:customers AS uuid[]),
                            cast(:customer_names AS text[]), cast(:banks AS text[]), cast(:account_nos AS text[]),
                            cast(:holders AS text[]), cast(:sender_types AS text[]), cast(:notes AS text[]), cast(:requests AS text[]),
                            cast(:days AS date[]), cast(:reasons AS text[]), cast(:due AS timestamptz[]),
                            cast(:expired AS timestamptz[]), cast(:updated AS timestamptz[]))
                        ON CONFLICT (organization_id, livemode, merchant_ref) DO NOTHING
                        RETURNING payout_id
                        """)
                .bindEach("organizations", payouts, payout -> payout.terms().organizationId())
                .bindEach("livemodes", payouts, payout -> payout.terms().livemode())
                .bindEach("ids", payouts, Payout::id)
                .bindEach("statuses", payouts, payout -> payout.status().word())
                .bindEach(
                        "dialects", payouts, payout -> payout.terms().dialect().word())
                .bindEach("refs", payouts, payout -> payout.terms().merchantRef())
                .bindEach("currencies", payouts, payout -> payout.terms().currency())
                .bindEach("amounts", payouts, payout -> payout.terms().amount())
                .bindEach("fees", payouts, payout -> payout.terms().fee())
                .bindEach("accounts", payouts, payout -> payout.terms().accountId())
                .bindEach("customers", payouts, payout -> payout.terms().customerId())
                .bindEach("customer_names", payouts, payout -> payout.terms().customerName())
                .bindEach("banks", payouts, payout -> payout.terms().bankCode())
                .bindEach("account_nos", payouts, payout -> payout.terms().accountNo())
                .bindEach("holders", payouts, payout -> payout.terms().holderName())
                .bindEach("sender_types", payouts, payout -> payout.terms().senderType())
                .bindEach("notes", payouts, payout -> payout.terms().notes())
                .bindEach("requests", payouts, payout -> payout.terms().requestId())
                .bindEach("days", payouts, payout -> payout.terms().dailyDate())
                .bindEach("reasons", payouts, payout -> payout.progress().reviewReason())
                .bindEach("due", payouts, payout -> payout.progress().dueAt())
                .bindEach("expired", payouts, payout -> payout.progress().expiredAt())
                .bindEach("updated", payouts, payout -> payout.progress().updatedAt())
                .list(row -> row.uuid("payout_id"));
        if (inserted.size() < payouts.size()) {
            return false;
        }
        var legs = legs(payouts);
        session.sql("""
                        INSERT INTO payout_step (organization_id, livemode, payout_id, step, step_id, amount, status)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payouts AS uuid[]),
                            cast(:steps AS int[]), cast(:ids AS uuid[]), cast(:amounts AS bigint[]), cast(:statuses AS text[]))
                        """)
                .bindEach("organizations", legs, leg -> leg.payout().terms().organizationId())
                .bindEach("livemodes", legs, leg -> leg.payout().terms().livemode())
                .bindEach("payouts", legs, leg -> leg.payout().id())
                .bindEach("steps", legs, leg -> leg.step().number())
                .bindEach("ids", legs, leg -> leg.step().id())
                .bindEach("amounts", legs, leg -> leg.step().amount())
                .bindEach("statuses", legs, leg -> leg.step().status().word())
                .run();
        return true;
    }

    private record LegOf(Payout payout, Payout.Step step) {}

    private static List<LegOf> legs(Collection<Payout> payouts) {
        return payouts.stream()
                .flatMap(payout -> payout.steps().stream().map(step -> new LegOf(payout, step)))
                .toList();
    }

    /** Writes how far these payouts have come. */
    static void update(Session session, List<Payout> payouts) {
        session.sql("""
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
                        """)
                .bindEach("organizations", payouts, payout -> payout.terms().organizationId())
                .bindEach("livemodes", payouts, payout -> payout.terms().livemode())
                .bindEach("ids", payouts, Payout::id)
                .bindEach("statuses", payouts, payout -> payout.status().word())
                .bindEach(
                        "delivered",
                        payouts,
                        payout -> payout.progress().settled().delivered())
                .bindEach(
                        "fees_returned",
                        payouts,
                        payout -> payout.progress().settled().feeReturned())
                .bindEach(
                        "returned",
                        payouts,
                        payout -> payout.progress().settled().returned())
                .bindEach(
                        "platforms",
                        payouts,
                        payout -> payout.progress().sender().platform())
                .bindEach(
                        "identifiers",
                        payouts,
                        payout -> payout.progress().sender().identifier())
                .bindEach(
                        "senders", payouts, payout -> payout.progress().sender().holderName())
                .bindEach(
                        "slip_refs",
                        payouts,
                        payout -> payout.progress().sender().slipQrRef())
                .bindEach(
                        "slip_strings",
                        payouts,
                        payout -> payout.progress().sender().slipQrString())
                .bindEach("reasons", payouts, payout -> payout.progress().reviewReason())
                .bindEach("failures", payouts, payout -> failureCode(payout))
                .bindEach("messages", payouts, payout -> failureMessage(payout))
                .bindEach("due", payouts, payout -> payout.progress().dueAt())
                .bindEach("expired", payouts, payout -> payout.progress().expiredAt())
                .bindEach("updated", payouts, payout -> payout.progress().updatedAt())
                .bindEach("finalized", payouts, payout -> payout.progress().finalizedAt())
                .bindEach("versions", payouts, payout -> payout.progress().version())
                .run();
        var legs = legs(payouts);
        session.sql("""
                        UPDATE payout_step s SET status = n.status, transfer_amount = n.transfer_amount, finalized_at = n.finalized_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payouts AS uuid[]),
                            cast(:steps AS int[]), cast(:statuses AS text[]), cast(:transferred AS bigint[]), cast(:finalized AS timestamptz[]))
                            AS n (organization_id, livemode, payout_id, step, status, transfer_amount, finalized_at)
                        WHERE s.organization_id = n.organization_id AND s.livemode = n.livemode AND s.payout_id = n.payout_id
                          AND s.step = n.step AND (s.status, s.transfer_amount) <> (n.status, n.transfer_amount)
                        """)
                .bindEach("organizations", legs, leg -> leg.payout().terms().organizationId())
                .bindEach("livemodes", legs, leg -> leg.payout().terms().livemode())
                .bindEach("payouts", legs, leg -> leg.payout().id())
                .bindEach("steps", legs, leg -> leg.step().number())
                .bindEach("statuses", legs, leg -> leg.step().status().word())
                .bindEach("transferred", legs, leg -> leg.step().transferAmount())
                .bindEach("finalized", legs, leg -> leg.step().finalizedAt())
                .run();
    }

    private static @Nullable String failureCode(Payout payout) {
        var failure = payout.progress().failure();
        return failure == null ? null : failure.code();
    }

    private static @Nullable String failureMessage(Payout payout) {
        var failure = payout.progress().failure();
        return failure == null ? null : failure.message();
    }

    /** Reads payouts with their legs. */
    static Map<TransactionKey, Payout> find(Session session, Collection<TransactionKey> targets) {
        if (targets.isEmpty()) {
            return Map.of();
        }
        return byTarget(payouts(bound(session.sql(FIND_ALL), targets)));
    }

    static Optional<Payout> find(Session session, TransactionKey target) {
        return payouts(session.sql(FIND)
                        .bind("organization", target.organizationId())
                        .bind("livemode", target.livemode())
                        .bind("id", target.id()))
                .stream()
                .findFirst();
    }

    /** Locks payouts in their order until the transaction ends, then reads them: their legs may have changed until then. */
    static Map<TransactionKey, Payout> lock(Session session, Collection<TransactionKey> targets) {
        if (targets.isEmpty()) {
            return Map.of();
        }
        bound(
                        session.sql("SELECT p.payout_id FROM payout p JOIN " + OF_TARGETS
                                + " USING (organization_id, livemode, payout_id)"
                                + " ORDER BY organization_id, livemode, payout_id FOR UPDATE OF p"),
                        targets)
                .list(row -> true);
        return find(session, targets);
    }

    private static Map<TransactionKey, Payout> byTarget(List<Payout> payouts) {
        return payouts.stream().collect(Collectors.toMap(PayoutStore::target, Function.identity()));
    }

    /** Puts the legs of each payout together: its rows follow each other. */
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

    static TransactionKey target(Payout payout) {
        return new TransactionKey(
                payout.terms().organizationId(), payout.terms().livemode(), payout.id());
    }

    /** All attempts of these payouts, by payout. */
    static Map<TransactionKey, List<Attempt>> attempts(Session session, Collection<TransactionKey> targets) {
        var attempts = new HashMap<TransactionKey, List<Attempt>>();
        if (!targets.isEmpty()) {
            bound(
                            session.sql("SELECT a.* FROM payout_attempt a JOIN " + OF_TARGETS
                                    + " USING (organization_id, livemode, payout_id) ORDER BY step, attempt"),
                            targets)
                    .list(row -> attempts.computeIfAbsent(target(row), target -> new ArrayList<>())
                            .add(PayoutRows.attempt(row)));
        }
        return attempts;
    }

    private static TransactionKey target(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payout_id"));
    }

    private static Session.Statement bound(Session.Statement statement, Collection<TransactionKey> targets) {
        return statement
                .bindEach("organizations", targets, TransactionKey::organizationId)
                .bindEach("livemodes", targets, TransactionKey::livemode)
                .bindEach("ids", targets, TransactionKey::id);
    }

    private record AttemptOf(TransactionKey target, Attempt attempt) {}

    /** Writes attempts, new ones and changed ones. */
    static void save(Session session, Map<TransactionKey, List<Attempt>> byTarget) {
        var attempts = byTarget.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(attempt -> new AttemptOf(entry.getKey(), attempt)))
                .toList();
        if (attempts.isEmpty()) {
            return;
        }
        session.sql("""
                        INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount, status,
                                                    polls, rail_reference, created_at, closed_at, never_sent, late_amount, late_at)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payouts AS uuid[]),
                            cast(:steps AS int[]), cast(:numbers AS int[]), cast(:ids AS uuid[]), cast(:rails AS text[]),
                            cast(:amounts AS bigint[]), cast(:statuses AS text[]), cast(:polls AS int[]), cast(:refs AS text[]),
                            cast(:created AS timestamptz[]), cast(:closed AS timestamptz[]), cast(:never_sent AS boolean[]),
                            cast(:late_amounts AS bigint[]), cast(:late_times AS timestamptz[]))
                        ON CONFLICT (organization_id, livemode, payout_id, step, attempt) DO UPDATE
                        SET status = excluded.status, polls = excluded.polls, rail_reference = excluded.rail_reference,
                            closed_at = excluded.closed_at, never_sent = excluded.never_sent,
                            late_amount = excluded.late_amount, late_at = excluded.late_at
                        """)
                .bindEach("organizations", attempts, of -> of.target().organizationId())
                .bindEach("livemodes", attempts, of -> of.target().livemode())
                .bindEach("payouts", attempts, of -> of.target().id())
                .bindEach("steps", attempts, of -> of.attempt().step())
                .bindEach("numbers", attempts, of -> of.attempt().number())
                .bindEach("ids", attempts, of -> of.attempt().id())
                .bindEach("rails", attempts, of -> of.attempt().rail())
                .bindEach("amounts", attempts, of -> of.attempt().amount())
                .bindEach("statuses", attempts, of -> of.attempt().state().word())
                .bindEach("polls", attempts, of -> of.attempt().polls())
                .bindEach("refs", attempts, of -> of.attempt().railReference())
                .bindEach("created", attempts, of -> of.attempt().createdAt())
                .bindEach("closed", attempts, of -> of.attempt().closedAt())
                .bindEach("never_sent", attempts, of -> of.attempt().neverSent())
                .bindEach(
                        "late_amounts",
                        attempts,
                        of -> of.attempt().late() == null
                                ? null
                                : of.attempt().late().amount())
                .bindEach(
                        "late_times",
                        attempts,
                        of -> of.attempt().late() == null
                                ? null
                                : of.attempt().late().at())
                .run();
    }

    /** Marks every undecided leg of a payout as under way. */
    static void startSteps(Session session, TransactionKey target) {
        session.sql("""
                        UPDATE payout_step SET status = 'processing'
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payout_id = cast(:payout AS uuid) AND status = 'pending'
                        """)
                .bind("organization", target.organizationId())
                .bind("livemode", target.livemode())
                .bind("payout", target.id())
                .run();
    }

    /**
     * Notes that an open attempt was asked about so often, and when it is asked about next.
     *
     * @param onlyLeg whether no other leg of the payout may be due sooner
     */
    static void polled(
            Session session, TransactionKey target, Attempt attempt, int polls, Instant next, boolean onlyLeg) {
        session.sql("""
                        UPDATE payout_attempt SET polls = :polls
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payout_id = cast(:payout AS uuid) AND attempt_id = cast(:attempt AS uuid) AND status = 'open'
                        """)
                .bind("polls", polls)
                .bind("organization", target.organizationId())
                .bind("livemode", target.livemode())
                .bind("payout", target.id())
                .bind("attempt", attempt.id())
                .run();
        session.sql("""
                        UPDATE payout SET due_at = CASE WHEN :only THEN :next ELSE least(due_at, :next) END
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payout_id = cast(:payout AS uuid) AND status = 'processing'
                        """)
                .bind("only", onlyLeg)
                .bind("next", next)
                .bind("organization", target.organizationId())
                .bind("livemode", target.livemode())
                .bind("payout", target.id())
                .run();
    }

    /** Says when background work looks next at a payout that is locked. */
    static void due(Session session, TransactionKey target, Instant at) {
        session.sql("""
                        UPDATE payout SET due_at = :at
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payout_id = cast(:payout AS uuid)
                        """)
                .bind("at", at)
                .bind("organization", target.organizationId())
                .bind("livemode", target.livemode())
                .bind("payout", target.id())
                .run();
    }

    /** Locks a payout unless somebody else is at it. */
    static Optional<Payout> lockFree(Session session, TransactionKey target) {
        var locked = bound(
                        session.sql("SELECT p.payout_id FROM payout p JOIN " + OF_TARGETS
                                + " USING (organization_id, livemode, payout_id) FOR UPDATE OF p SKIP LOCKED"),
                        List.of(target))
                .list(row -> row.uuid("payout_id"));
        return locked.isEmpty() ? Optional.empty() : find(session, target);
    }

    private static PayoutStatus status(Row row) {
        return PayoutStatus.of(row.text("status")).orElseThrow();
    }
}
