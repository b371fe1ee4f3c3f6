package io.tical.server.payin;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.Row;
import io.tical.server.ledger.Account;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
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
 */
public final class PayinAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("payin");
    }

    @Override
    public List<String> contradictions() {
        return List.of();
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
        var status = PayinStatus.of(row.text("status"))
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
