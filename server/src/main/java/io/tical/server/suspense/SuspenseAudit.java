package io.tical.server.suspense;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.MoneyAudit.Expected;
import io.tical.server.ledger.MoneyAudit.Posted;
import io.tical.server.ledger.PostingType;
import io.tical.server.rail.TransferBackAudit;
import java.util.List;
import java.util.Map;

/**
 * The expected transfers of unallocated funds.
 *
 * <pre>
 * status              suspense  fee     rail
 * noted               0         0       0
 * open                amount    0       − amount
 * matched, returned   0         0       0
 * kept                0         amount  − amount
 * </pre>
 *
 * A test payment has no transfers. A claim is money that an abandoned attempt or a further transfer of a payout or settlement delivered: its
 * postings debited suspense, and a returned claim credits it from rail, a written-off claim from fee. Each such attempt
 * has exactly one claim. Returned funds have the transfer that returned them.
 */
public final class SuspenseAudit implements MoneyAudit {
    private static final TransferBackAudit RETURNS =
            new TransferBackAudit("suspense", "returned", "returned_reference", "p.amount");

    @Override
    public List<String> tables() {
        return List.of("suspense");
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT coalesce(a.organization_id, s.organization_id) AS organization_id, coalesce(a.livemode, s.livemode) AS livemode,
                       'payout ' || coalesce(a.payout_id, s.payout_id) AS place, 'suspense' AS in_table,
                       coalesce('a claim of ' || a.late_amount, 'no claim, because no dead attempt was delivered') AS expected,
                       coalesce('a claim of ' || s.amount, 'none') AS found
                FROM (SELECT * FROM payout_attempt WHERE status = 'dead' AND late_amount > 0) a
                FULL JOIN (SELECT * FROM suspense WHERE source = 'payout') s
                  ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.payout_id = a.payout_id
                 AND s.attempt_id = a.attempt_id
                WHERE a.late_amount IS DISTINCT FROM s.amount
                """, """
                SELECT coalesce(a.organization_id, s.organization_id) AS organization_id, coalesce(a.livemode, s.livemode) AS livemode,
                       'settlement ' || coalesce(a.settlement_id, s.settlement_id) AS place, 'suspense' AS in_table,
                       coalesce('a claim of ' || a.late_amount, 'no claim, because no dead attempt was delivered') AS expected,
                       coalesce('a claim of ' || s.amount, 'none') AS found
                FROM (SELECT * FROM settlement_attempt WHERE status = 'dead' AND late_amount > 0) a
                FULL JOIN (SELECT * FROM suspense WHERE source = 'settlement') s
                  ON s.organization_id = a.organization_id AND s.livemode = a.livemode AND s.settlement_id = a.settlement_id
                 AND s.attempt_id = a.attempt_id
                WHERE a.late_amount IS DISTINCT FROM s.amount
                """, RETURNS.contradictions());
    }

    @Override
    public String ofTouched() {
        return """
                payout_attempt AS MATERIALIZED (
                    SELECT a.* FROM payout_attempt a
                    WHERE (organization_id, livemode, payout_id) IN (
                        SELECT * FROM touched
                      UNION
                        SELECT s.organization_id, s.livemode, s.payout_id
                        FROM touched t JOIN suspense s
                          ON s.organization_id = t.organization_id AND s.livemode = t.livemode AND s.suspense_id = t.id
                        WHERE s.source = 'payout')),
                settlement_attempt AS MATERIALIZED (
                    SELECT a.* FROM settlement_attempt a
                    WHERE (organization_id, livemode, settlement_id) IN (
                        SELECT * FROM touched
                      UNION
                        SELECT s.organization_id, s.livemode, s.settlement_id
                        FROM touched t JOIN suspense s
                          ON s.organization_id = t.organization_id AND s.livemode = t.livemode AND s.suspense_id = t.id
                        WHERE s.source = 'settlement')),
                suspense AS (
                    SELECT s.* FROM suspense s
                    WHERE (organization_id, livemode, suspense_id) IN (
                        SELECT * FROM touched
                      UNION
                        SELECT of.organization_id, of.livemode, of.suspense_id
                        FROM (SELECT organization_id, livemode, attempt_id FROM payout_attempt
                              UNION ALL SELECT organization_id, livemode, attempt_id FROM settlement_attempt) a JOIN suspense of
                          ON of.organization_id = a.organization_id AND of.livemode = a.livemode AND of.attempt_id = a.attempt_id))
                """ + RETURNS.ofTouched();
    }

    @Override
    public Posted posted() {
        return new Posted("suspense", "SELECT * FROM suspense p", SuspenseAudit::expected);
    }

    private static Expected expected(Row row) {
        var amount = row.number("amount");
        var claim = row.uuidOrNull("attempt_id") != null;
        var status = Word.find(SuspenseStatus.class, row.text("status"))
                .orElseThrow(() -> new Finding.Found(
                        "suspense",
                        Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "suspense "
                                + row.uuid("suspense_id") + " status",
                        "a status",
                        row.text("status")));
        if (!claim && !row.flag("livemode")) {
            return Expected.NOTHING;
        }
        return new Expected.ByPosting(
                switch (status) {
                    case NOTED -> Map.of();
                    case OPEN -> claim ? Map.of() : Map.of(PostingType.SUSPENSE_RECEIVE, amount);
                    case MATCHED -> Map.of(PostingType.SUSPENSE_RECEIVE, amount, PostingType.SUSPENSE_RELEASE, amount);
                    case RETURNED ->
                        claim
                                ? Map.of(PostingType.SUSPENSE_CLAIM_RETURN, amount)
                                : Map.of(PostingType.SUSPENSE_RECEIVE, amount, PostingType.SUSPENSE_RELEASE, amount);
                    case KEPT ->
                        claim
                                ? Map.of(PostingType.SUSPENSE_CLAIM_BEAR, amount)
                                : Map.of(PostingType.SUSPENSE_RECEIVE, amount, PostingType.SUSPENSE_KEEP, amount);
                });
    }
}
