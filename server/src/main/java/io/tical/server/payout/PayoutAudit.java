package io.tical.server.payout;

import static io.tical.server.ledger.Finding.require;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.MoneyAudit.Expected;
import io.tical.server.ledger.MoneyAudit.Posted;
import java.util.List;
import java.util.Map;

/**
 * Proves that no leg of a payout was sent twice, that the simulated rail's records agree, and that the transfers of a
 * payout match its status, in minor units. Gross is amount plus fee.
 *
 * <pre>
 * status                                        held    in_transit  rail        fee
 * pending, pending_review, rejected             gross   0           0           0
 * processing, in_review                         0       gross       0           0
 * success, partial_success                      0       0           delivered   fee − fee_returned
 * failed, cancelled, expired, refunded          0       0           0           0
 * </pre>
 *
 * In every status {@code available} is debited gross − returned. Amounts that abandoned attempts delivered are also in
 * {@code rail}, debited from {@code suspense}.
 */
public final class PayoutAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("payout", "payout_step", "payout_attempt", "simulator_transfer");
    }

    /**
     * Attempts are numbered from 1. Only the last one may be alive. At most one was delivered, apart from late
     * deliveries of dead ones.
     */
    private static final String ATTEMPTS = """
            SELECT organization_id, livemode, 'payout ' || payout_id || ' step ' || step || suffix AS place,
                   in_table, expected, found
            FROM (
                SELECT a.*, s.amount AS leg_amount, s.transfer_amount, w.delivered AS witnessed,
                       w.payout_id = a.payout_id AND w.step = a.step AND w.amount = a.amount
                           AND w.delivered BETWEEN 0 AND w.amount AS witness_fits,
                       row_number() OVER leg AS place_in_leg, lead(a.attempt) OVER leg IS NULL AS last,
                       count(*) FILTER (WHERE w.delivered > 0 AND a.status <> 'dead') OVER leg AS deliveries
                FROM payout_attempt a
                LEFT JOIN payout_step s
                  ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.payout_id = a.payout_id AND s.step = a.step
                LEFT JOIN simulator_transfer w
                  ON w.organization_id = a.organization_id AND w.livemode = a.livemode AND w.attempt_id = a.attempt_id
                WINDOW leg AS (PARTITION BY a.organization_id, a.livemode, a.payout_id, a.step ORDER BY a.attempt)
            ) a CROSS JOIN LATERAL (VALUES
                (leg_amount IS NULL, 'payout_attempt', '', 'a leg of that number', 'none'),
                (attempt <> place_in_leg, 'payout_attempt', ' attempt ' || attempt, 'attempt ' || place_in_leg, cast(attempt AS text)),
                (NOT last AND status <> 'dead' AND late_amount IS NULL, 'payout_attempt', ' attempt ' || attempt,
                    'a dead attempt, because another follows it', status),
                (amount <> leg_amount, 'payout_attempt', ' attempt ' || attempt || ' amount',
                    leg_amount || ', the amount of the leg', cast(amount AS text)),
                (NOT witness_fits, 'simulator_transfer', ' attempt ' || attempt,
                    'the payout, step and amount of this attempt', 'others'),
                (status = 'dead' AND witnessed > 0 AND late_amount IS DISTINCT FROM witnessed, 'payout_attempt', ' attempt ' || attempt,
                    'not dead, or a late delivery of ' || witnessed || ', because the rail delivered it',
                    coalesce('dead, with a late delivery of ' || late_amount, 'dead')),
                -- Staff may confirm a leg in full whose outcome the rail left open.
                (status = 'delivered' AND witnessed > 0 AND transfer_amount NOT IN (witnessed, leg_amount), 'payout_step',
                    ' transfer_amount', witnessed || ', as the rail says', cast(transfer_amount AS text)),
                (deliveries > 1, 'simulator_transfer', ' attempt ' || attempt,
                    'at most one delivery of a leg that is not claimed back', 'a second one')
            ) rule (broken, in_table, suffix, expected, found)
            WHERE broken
            """;

    private static final String LEGS = """
            SELECT organization_id, livemode, 'payout ' || payout_id || ' step ' || step || ' transfer_amount' AS place,
                   'payout_step' AS in_table,
                   CASE WHEN transfer_amount > amount THEN 'at most ' || amount
                        WHEN arrived THEN 'an amount, because an attempt is delivered'
                        ELSE '0, because no attempt is delivered' END AS expected,
                   transfer_amount AS found
            FROM (
                SELECT s.*, EXISTS (
                    SELECT FROM payout_attempt a
                    WHERE a.organization_id = s.organization_id AND a.livemode = s.livemode AND a.payout_id = s.payout_id
                      AND a.step = s.step AND a.status = 'delivered' AND a.amount > 0) AS arrived
                FROM payout_step s) leg
            WHERE arrived <> (transfer_amount > 0) OR transfer_amount > amount
            """;

    private static final String ORPHANS = """
            SELECT organization_id, livemode, 'payout ' || payout_id AS place, 'payout' AS in_table,
                   'a row, because it has legs' AS expected, 'none' AS found
            FROM (SELECT organization_id, livemode, payout_id FROM payout_step
                  UNION ALL SELECT organization_id, livemode, payout_id FROM payout_attempt) s
            WHERE NOT EXISTS (
                SELECT FROM payout p
                WHERE p.organization_id = s.organization_id AND p.livemode = s.livemode AND p.payout_id = s.payout_id)
            """;

    private static final String UNRECORDED = """
            SELECT organization_id, livemode, 'payout ' || payout_id || ' step ' || step || ' attempt_id ' || attempt_id AS place,
                   'simulator_transfer' AS in_table, 'an attempt that was committed before the rail was called' AS expected,
                   'none' AS found
            FROM simulator_transfer w
            WHERE subject = 'payout' AND NOT EXISTS (
                SELECT FROM payout_attempt a
                WHERE a.organization_id = w.organization_id AND a.livemode = w.livemode AND a.payout_id = w.payout_id
                  AND a.attempt_id = w.attempt_id)
            """;

    /** Each transfer that staff named has the delivered attempt that it paid. */
    private static final String TRANSFERS = """
            SELECT t.organization_id, t.livemode, 'payout ' || t.payout_id AS place, 'settlement_transfer' AS in_table,
                   coalesce('the transfer ' || a.rail_reference, 'no transfer, because no attempt was delivered by it') AS expected,
                   t.reference AS found
            FROM (SELECT * FROM settlement_transfer WHERE payout_id IS NOT NULL) t
            LEFT JOIN payout_attempt a
              ON a.organization_id = t.organization_id AND a.livemode = t.livemode AND a.payout_id = t.payout_id
             AND a.attempt_id = t.attempt_id AND a.status = 'delivered'
            WHERE upper(a.rail_reference COLLATE "C") IS DISTINCT FROM t.reference
            """;

    /** A payout counts to its day's usage with the amount that was not returned. */
    private static final String USAGES = """
            SELECT organization_id, livemode, currency || ' daily_used of ' || daily_date AS place, 'wallet' AS in_table,
                   coalesce(counted, 0) || ', the sum of the payouts of that day less what was given back' AS expected,
                   daily_used AS found
            FROM wallet
            LEFT JOIN (
                SELECT organization_id, livemode, currency, daily_date,
                       sum(CASE WHEN status IN ('failed', 'cancelled', 'expired', 'refunded') THEN 0
                                WHEN status IN ('success', 'partial_success') THEN delivered
                                ELSE amount END) AS counted
                FROM payout GROUP BY 1, 2, 3, 4) c USING (organization_id, livemode, currency, daily_date)
            WHERE daily_date IS NOT NULL AND daily_used <> coalesce(counted, 0)
            """;

    @Override
    public List<String> contradictions() {
        return List.of(ATTEMPTS, LEGS, ORPHANS, UNRECORDED, TRANSFERS);
    }

    @Override
    public List<String> sums() {
        return List.of(USAGES);
    }

    @Override
    public String ofTouched() {
        return """
                payout AS (SELECT p.* FROM payout p WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched)),
                payout_step AS (SELECT s.* FROM payout_step s WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched)),
                payout_attempt AS MATERIALIZED (
                    SELECT a.* FROM payout_attempt a WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched)),
                settlement_transfer AS (
                    SELECT t.* FROM settlement_transfer t WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched)),
                simulator_transfer AS (
                    SELECT w.* FROM simulator_transfer w
                    WHERE (organization_id, livemode, attempt_id) IN (SELECT organization_id, livemode, attempt_id FROM payout_attempt))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted("payout", """
                SELECT p.*, leg.amount AS legs_amount, leg.delivered AS legs_delivered, dead.delivered AS late_delivered
                FROM payout p
                CROSS JOIN LATERAL (
                    SELECT cast(coalesce(sum(s.amount), 0) AS bigint) AS amount,
                           cast(coalesce(sum(s.transfer_amount), 0) AS bigint) AS delivered
                    FROM payout_step s
                    WHERE s.organization_id = p.organization_id AND s.livemode = p.livemode AND s.payout_id = p.payout_id) leg
                CROSS JOIN LATERAL (
                    SELECT cast(coalesce(sum(a.late_amount), 0) AS bigint) AS delivered
                    FROM payout_attempt a
                    WHERE a.organization_id = p.organization_id AND a.livemode = p.livemode AND a.payout_id = p.payout_id
                      AND a.status = 'dead') dead
                """, PayoutAudit::expected);
    }

    private enum Place {
        HELD,
        IN_TRANSIT,
        DELIVERED,
        RETURNED
    }

    private static Expected expected(Row row) {
        var name = Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "payout " + row.uuid("payout_id");
        var status = Word.find(PayoutStatus.class, row.text("status"))
                .orElseThrow(() -> new Finding.Found("payout", name + " status", "a status", row.text("status")));
        var place = switch (status) {
            case PENDING, PENDING_REVIEW, REJECTED -> Place.HELD;
            case PROCESSING, IN_REVIEW -> Place.IN_TRANSIT;
            case SUCCESS, PARTIAL_SUCCESS -> Place.DELIVERED;
            case FAILED, CANCELLED, EXPIRED, REFUNDED -> Place.RETURNED;
        };
        var amount = row.number("amount");
        var delivered = row.number("delivered");
        var gross = Math.addExact(amount, row.number("fee"));
        var earned = row.number("fee") - row.number("fee_returned");
        var legs = row.number("legs_amount");
        require(amount == legs, "payout", name + " amount", legs + ", the sum of its legs", amount);
        // The legs of a payout in transit are decided one by one; its own row changes with the last one.
        var arrived = place == Place.IN_TRANSIT ? 0 : row.number("legs_delivered");
        require(delivered == arrived, "payout", name + " delivered", arrived + ", the sum over its legs", delivered);
        var returned = switch (place) {
            case HELD, IN_TRANSIT -> 0L;
            case DELIVERED -> gross - delivered - earned;
            case RETURNED -> gross;
        };
        var stored = row.number("returned");
        require(stored == returned, "payout", name + " returned", returned + " when " + status.word(), stored);
        var whole = delivered == amount;
        var fits = switch (status) {
            case SUCCESS -> whole;
            case PARTIAL_SUCCESS -> delivered > 0 && !whole;
            case REJECTED, REFUNDED -> delivered == 0 || whole;
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, FAILED, CANCELLED, EXPIRED -> delivered == 0;
        };
        require(fits, "payout", name + " delivered", "what fits " + status.word() + " of " + amount, delivered);
        var late = row.number("late_delivered");
        return new Expected.ByAccount(Map.of(
                Account.AVAILABLE,
                returned - gross,
                Account.HELD,
                place == Place.HELD ? gross : 0L,
                Account.IN_TRANSIT,
                place == Place.IN_TRANSIT ? gross : 0L,
                Account.RAIL,
                late + (place == Place.DELIVERED ? delivered : 0L),
                Account.SUSPENSE,
                -late,
                Account.FEE,
                place == Place.DELIVERED ? earned : 0L));
    }
}
