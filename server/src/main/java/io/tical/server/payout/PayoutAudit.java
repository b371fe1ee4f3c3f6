package io.tical.server.payout;

import static io.tical.server.ledger.Finding.require;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.MoneyAudit.Expected;
import io.tical.server.ledger.MoneyAudit.Posted;
import io.tical.server.rail.AttemptAudit;
import io.tical.server.rail.TransferBackAudit;
import io.tical.server.transaction.EventType;
import java.util.List;
import java.util.Map;

/**
 * Proves that no leg of a payout was sent twice, that the simulated rail's records agree, that a reverted payout has the transfer that
 * brought it back, and that the transfers of a payout match its status, in minor units. Gross is amount plus fee.
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

    private static final AttemptAudit ATTEMPTS = new AttemptAudit(
            EventType.Subject.PAYOUT,
            """
            LEFT JOIN payout_step s
              ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.payout_id = a.payout_id AND s.step = a.step
            """,
            "s.amount AS leg_amount, s.transfer_amount, w.delivered BETWEEN 0 AND w.amount AS delivery_fits",
            "|| ' step ' || step",
            """
            (leg_amount IS NULL, 'payout_attempt', '', 'a leg of that number', 'none'),
            -- Staff may confirm a leg in full whose outcome the rail left open.
            (status = 'delivered' AND witnessed > 0 AND transfer_amount NOT IN (witnessed, leg_amount), 'payout_step',
                ' transfer_amount', witnessed || ', as the rail says', cast(transfer_amount AS text)),
            """,
            false);

    private static final TransferBackAudit REFUNDS =
            new TransferBackAudit("payout", "refunded", "refund_reference", "p.amount + p.fee");

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
        return ATTEMPTS.contradictions(LEGS, ORPHANS, REFUNDS.contradictions());
    }

    @Override
    public List<String> sums() {
        return List.of(USAGES);
    }

    @Override
    public String ofTouched() {
        return ATTEMPTS.ofTouched() + """
                payout AS (SELECT p.* FROM payout p WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched)),
                payout_step AS (SELECT s.* FROM payout_step s WHERE (organization_id, livemode, payout_id) IN (SELECT * FROM touched))
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
                """ + ATTEMPTS.dead(), PayoutAudit::expected);
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
        // The legs of a payout in transit get their outcomes one by one; its own row changes with the last one.
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
