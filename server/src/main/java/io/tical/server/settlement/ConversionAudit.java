package io.tical.server.settlement;

import io.tical.db.Row;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.PostingType;
import java.util.EnumMap;
import java.util.List;

/**
 * Proves the target side of conversions: a completed settlement paid the quoted amount from the exchange account, and other settlements
 * paid nothing. Amounts that dead attempts delivered are claimed back in addition. {@link SettlementAudit} proves the source side.
 */
public final class ConversionAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of("conversion");
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT organization_id, livemode, 'conversion ' || conversion_id AS place, 'conversion' AS in_table,
                       coalesce('the net amount ' || (s.amount - s.fee) || ' ' || s.currency || ' of a settlement to an account of the organization',
                           'a settlement') AS expected,
                       c.source_amount || ' ' || c.source_currency || ' of settlement ' || settlement_id AS found
                FROM conversion c
                LEFT JOIN settlement s USING (organization_id, livemode, settlement_id)
                WHERE s.amount IS NULL OR s.dialect <> 'guide' OR c.source_amount <> s.amount - s.fee OR c.source_currency <> s.currency
                """);
    }

    @Override
    public String ofTouched() {
        return """
                conversion AS MATERIALIZED (
                    SELECT c.* FROM conversion c
                    WHERE (organization_id, livemode, conversion_id) IN (SELECT * FROM touched)
                       OR (organization_id, livemode, settlement_id) IN (SELECT * FROM touched)),
                settlement AS (
                    SELECT s.* FROM settlement s
                    WHERE (organization_id, livemode, settlement_id) IN (SELECT organization_id, livemode, settlement_id FROM conversion))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted("conversion", """
                SELECT p.*, s.status, dead.delivered AS late_delivered
                FROM conversion p
                LEFT JOIN settlement s
                  ON s.organization_id = p.organization_id AND s.livemode = p.livemode AND s.settlement_id = p.settlement_id
                """ + SettlementAudit.ATTEMPTS.dead(), ConversionAudit::expected);
    }

    private static Expected expected(Row row) {
        var status = row.textOrNull("status");
        if (status == null) {
            throw new Finding.Found(
                    "conversion",
                    Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "conversion "
                            + row.uuid("conversion_id"),
                    "a settlement",
                    "none");
        }
        var sums = new EnumMap<PostingType, Long>(PostingType.class);
        sums.put(PostingType.CONVERSION_CLAIM, row.number("late_delivered"));
        if (status.equals(SettlementStatus.COMPLETED.word())) {
            sums.put(PostingType.CONVERSION_DELIVER, row.number("amount"));
        }
        return new Expected.ByPosting(sums);
    }
}
