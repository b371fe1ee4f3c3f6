package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.PostingType;
import io.tical.server.rail.AttemptAudit;
import io.tical.server.transaction.EventType;
import java.util.EnumMap;
import java.util.List;

/**
 * Proves that no settlement was sent twice, that the simulated rail's records agree, that one transfer paid one settlement, and that the
 * transfers of a settlement match its status, in minor units.
 *
 * <pre>
 * status               capture  deliver       fee  return
 * pending, processing  amount   0             0    0
 * completed            amount   amount − fee  fee  0       (exchange instead of deliver, if it is converted)
 * failed               amount   0             0    amount
 * failed, came back    amount   amount − fee  fee  0       and the reverts of both
 * </pre>
 *
 * Amounts that dead attempts delivered are claimed back in addition.
 */
public final class SettlementAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("settlement", "settlement_attempt", "settlement_transfer");
    }

    static final AttemptAudit ATTEMPTS = new AttemptAudit(
            EventType.Subject.SETTLEMENT,
            """
            LEFT JOIN settlement s
              ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.settlement_id = a.settlement_id
            LEFT JOIN conversion c
              ON c.organization_id = a.organization_id AND c.livemode = a.livemode AND c.settlement_id = a.settlement_id
            """,
            "coalesce(c.amount, s.amount - s.fee) AS leg_amount, s.status AS of_status, coalesce(s.failure_code, '') = 'payment_returned' AS came_back, w.delivered IN (0, w.amount) AS delivery_fits",
            "",
            """
            (leg_amount IS NULL, 'settlement', '', 'a row, because it has attempts', 'none'),
            (of_status IN ('completed', 'failed') AND status = 'open', 'settlement_attempt', ' attempt ' || attempt,
                'a closed attempt, because the settlement is ' || of_status, status),
            (of_status <> 'completed' AND status = 'delivered' AND NOT came_back, 'settlement', '',
                'completed, because an attempt is delivered', of_status),
            (came_back AND of_status <> 'failed', 'settlement', '', 'failed, because it came back', of_status),
            """,
            true);

    private static final String COMPLETED = """
            SELECT organization_id, livemode, 'settlement ' || settlement_id AS place, 'settlement' AS in_table,
                   'a delivered attempt, because it is ' || status AS expected, 'none' AS found
            FROM settlement s
            WHERE status = 'completed' AND NOT EXISTS (
                SELECT FROM settlement_attempt a
                WHERE a.organization_id = s.organization_id AND a.livemode = s.livemode AND a.settlement_id = s.settlement_id
                  AND a.status = 'delivered')
            """;

    @Override
    public List<String> contradictions() {
        return ATTEMPTS.contradictions(COMPLETED);
    }

    @Override
    public String ofTouched() {
        return ATTEMPTS.ofTouched() + """
                settlement AS (
                    SELECT s.* FROM settlement s WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                conversion AS (
                    SELECT c.* FROM conversion c WHERE (organization_id, livemode, settlement_id) IN (SELECT * FROM touched))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted("settlement", """
                SELECT p.*, c.conversion_id IS NOT NULL AS converted, dead.delivered AS late_delivered
                FROM settlement p
                LEFT JOIN conversion c
                  ON c.organization_id = p.organization_id AND c.livemode = p.livemode AND c.settlement_id = p.settlement_id
                """ + ATTEMPTS.dead(), SettlementAudit::expected);
    }

    private static Expected expected(Row row) {
        var name = Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "settlement "
                + row.uuid("settlement_id");
        var status = Word.find(SettlementStatus.class, row.text("status"))
                .orElseThrow(() -> new Finding.Found("settlement", name + " status", "a status", row.text("status")));
        var amount = row.number("amount");
        var fee = row.number("fee");
        var sums = new EnumMap<PostingType, Long>(PostingType.class);
        sums.put(PostingType.SETTLEMENT_CAPTURE, amount);
        var converted = row.flag("converted");
        sums.put(PostingType.SETTLEMENT_CLAIM, converted ? 0 : row.number("late_delivered"));
        switch (status) {
            case PENDING, PROCESSING -> {
                // Only the capture.
            }
            case COMPLETED -> {
                sums.put(
                        converted ? PostingType.SETTLEMENT_EXCHANGE : PostingType.SETTLEMENT_DELIVER,
                        Math.subtractExact(amount, fee));
                sums.put(PostingType.SETTLEMENT_FEE, fee);
            }
            case FAILED -> {
                if (Settlement.Failure.RETURNED.code().equals(row.textOrNull("failure_code"))) {
                    var net = Math.subtractExact(amount, fee);
                    sums.put(PostingType.SETTLEMENT_DELIVER, net);
                    sums.put(PostingType.SETTLEMENT_FEE, fee);
                    sums.put(PostingType.SETTLEMENT_REVERT, net);
                    sums.put(PostingType.SETTLEMENT_FEE_REVERT, fee);
                } else {
                    sums.put(PostingType.SETTLEMENT_RETURN, amount);
                }
            }
        }
        return new Expected.ByPosting(sums);
    }
}
