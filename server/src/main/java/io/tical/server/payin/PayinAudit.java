package io.tical.server.payin;

import static io.tical.server.ledger.Finding.require;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.rail.TransferBackAudit;
import java.util.List;
import java.util.Map;

/**
 * The expected transfers of a live payin, in minor units. Net is the paid amount less the fee.
 *
 * <pre>
 * status                                            available  held  fee                     rail
 * pending, processing, failed, expired, cancelled   0          0     0                       0
 * success                                           net        0     fee                     − paid
 * rejected                                          0          net   fee                     − paid
 * refunded                                          0          0     fee − fee_returned      fee_returned − fee
 * </pre>
 *
 * If the payer paid the payee of a payout that was also sent by a rail, the money did not reach the operator: {@code
 * suspense} is debited instead of {@code rail}, and {@code rail} has only the refund.
 *
 * <p>A test payin has no transfers.
 *
 * <p>Also proves that each refund has the transfer that paid it back, and that the payin and the payout of every direct match agree, across organizations: the payout is completed
 * if and only if the payin was paid with the same amount, or had ended unpaid and the amount is in unallocated funds; and each
 * attempt on the rail {@code p2p} belongs to one match. And that each reserved amount is that of its payin.
 */
public final class PayinAudit implements MoneyAudit {
    private static final TransferBackAudit REFUNDS =
            new TransferBackAudit("payin", "refunded", "refund_reference", "p.paid - p.fee_charged + p.fee_returned");

    @Override
    public List<String> tables() {
        return List.of("payin", "p2p_match");
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT coalesce(m.organization_id, a.organization_id) AS organization_id, coalesce(m.livemode, a.livemode) AS livemode,
                       concat_ws(' and ', 'payin ' || m.payin_id, 'payout attempt ' || a.attempt_id) AS place, 'p2p_match' AS in_table,
                       'a payin, a match and an attempt that agree' AS expected,
                       format('payin %s, match %s, attempt %s', p.status, m.status, a.status) AS found
                FROM p2p_match m
                FULL JOIN (SELECT * FROM payout_attempt WHERE rail = 'p2p') a
                  ON a.organization_id = m.payout_organization_id AND a.livemode = m.livemode
                 AND a.payout_id = m.payout_id AND a.attempt_id = m.attempt_id
                LEFT JOIN payin p
                  ON p.organization_id = m.organization_id AND p.livemode = m.livemode AND p.payin_id = m.payin_id
                WHERE NOT coalesce(
                    a.status = CASE m.status WHEN 'open' THEN 'open' WHEN 'completed' THEN 'delivered' ELSE 'dead' END
                    AND a.amount = m.amount AND p.amount = m.amount AND p.currency = m.currency
                    AND p.collection_account_id IS NULL
                    AND CASE m.status
                        WHEN 'open' THEN p.status IN ('pending', 'processing', 'expired', 'cancelled', 'failed')
                        WHEN 'completed' THEN
                            p.status IN ('success', 'rejected', 'refunded') AND p.paid = m.amount
                            OR p.status IN ('failed', 'cancelled') AND EXISTS (
                                SELECT FROM suspense s
                                WHERE s.organization_id = p.organization_id AND s.livemode = p.livemode
                                  AND s.payin_id = p.payin_id AND s.source = 'staff' AND s.amount = m.amount)
                        ELSE true END, false)
                """, REFUNDS.contradictions());
    }

    @Override
    public List<String> sums() {
        return List.of("""
                SELECT r.organization_id, r.livemode, concat('payin ', r.payin_id, ', amount ', r.transfer_amount) AS place,
                       'amount_reservation' AS in_table, 'the account and the amount of its payin' AS expected, 'others' AS found
                FROM amount_reservation r
                WHERE NOT EXISTS (
                    SELECT FROM payin p
                    WHERE p.organization_id = r.organization_id AND p.livemode = r.livemode AND p.payin_id = r.payin_id
                      AND p.collection_account_id = r.collection_account_id AND p.transfer_amount = r.transfer_amount)
                """);
    }

    @Override
    public String ofTouched() {
        return """
                p2p_match AS MATERIALIZED (
                    SELECT m.* FROM p2p_match m
                    WHERE (organization_id, livemode, payin_id) IN (
                        SELECT * FROM touched
                      UNION
                        SELECT of.organization_id, of.livemode, of.payin_id
                        FROM touched t JOIN payout_attempt a
                          ON a.organization_id = t.organization_id AND a.livemode = t.livemode AND a.payout_id = t.id
                        JOIN p2p_match of ON of.attempt_id = a.attempt_id)),
                payout_attempt AS (
                    SELECT a.* FROM payout_attempt a
                    WHERE (organization_id, livemode, payout_id) IN (
                        SELECT * FROM touched UNION SELECT payout_organization_id, livemode, payout_id FROM p2p_match)
                      AND ((organization_id, livemode, payout_id) IN (SELECT * FROM touched)
                           OR attempt_id IN (SELECT attempt_id FROM p2p_match))),
                payin AS MATERIALIZED (
                    SELECT p.* FROM payin p
                    WHERE (organization_id, livemode, payin_id) IN (
                        SELECT * FROM touched UNION SELECT organization_id, livemode, payin_id FROM p2p_match))
                """ + REFUNDS.ofTouched();
    }

    @Override
    public Posted posted() {
        return new Posted("payin", """
                SELECT p.*, coalesce(m.status = 'released', false) AS owed
                FROM payin p LEFT JOIN p2p_match m
                  ON m.organization_id = p.organization_id AND m.livemode = p.livemode AND m.payin_id = p.payin_id
                """, PayinAudit::expected);
    }

    private static Expected expected(Row row) {
        var name = Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "payin " + row.uuid("payin_id");
        var status = Word.find(PayinStatus.class, row.text("status"))
                .orElseThrow(() -> new Finding.Found("payin", name + " status", "a status", row.text("status")));
        var paid = row.number("paid");
        var charged = row.number("fee_charged");
        var returned = row.number("fee_returned");
        var completed = switch (status) {
            case PENDING, PROCESSING, FAILED, EXPIRED, CANCELLED -> false;
            case SUCCESS, REJECTED, REFUNDED -> true;
        };
        require(
                completed == paid > 0,
                "payin",
                name + " paid",
                (completed ? "an amount" : "0") + " when " + status.word(),
                paid);
        require(
                charged == Math.min(row.number("fee"), paid),
                "payin",
                name + " fee_charged",
                Math.min(row.number("fee"), paid) + " of the " + paid + " that were paid",
                charged);
        require(
                returned == 0 || (status == PayinStatus.REFUNDED && returned == charged),
                "payin",
                name + " fee_returned",
                "0, or the whole fee of a refunded payin",
                returned);
        if (!completed || !row.flag("livemode")) {
            return Expected.NOTHING;
        }
        var net = paid - charged;
        var earned = charged - returned;
        var refunded = status == PayinStatus.REFUNDED ? paid - earned : 0L;
        return new Expected.ByAccount(Map.of(
                Account.AVAILABLE, status == PayinStatus.SUCCESS ? net : 0L,
                Account.HELD, status == PayinStatus.REJECTED ? net : 0L,
                Account.FEE, earned,
                Account.SUSPENSE, row.flag("owed") ? -paid : 0L,
                Account.RAIL, row.flag("owed") ? refunded : refunded - paid));
    }
}
