package io.tical.server.interorg;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.ledger.PostingType;
import java.util.List;
import java.util.Map;

/**
 * The expected ledger transfers of transfers between organizations: the outgoing side moved its amount from available to interorg, the
 * incoming side from interorg to available. Each side must exist with the same amount in the organization that the other side names. The
 * audit of the ledger proves that interorg is zero over all organizations.
 */
public final class OrganizationTransferAudit implements MoneyAudit {
    private static final String TABLE = "organization_transfer";

    @Override
    public List<String> tables() {
        return List.of(TABLE);
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT coalesce(o.organization_id, i.organization_id) AS organization_id, coalesce(o.livemode, i.livemode) AS livemode,
                       'organization_transfer ' || coalesce(o.organization_transfer_id, i.organization_transfer_id) AS place,
                       'organization_transfer' AS in_table,
                       CASE WHEN o.amount IS NULL
                            THEN 'the outgoing side in organization ' || i.counterparty_id || ', of ' || i.amount || ' ' || i.currency
                            ELSE 'the incoming side in organization ' || o.counterparty_id || ', of ' || o.amount || ' ' || o.currency
                       END AS expected,
                       CASE WHEN o.amount IS NULL OR i.amount IS NULL THEN 'none'
                            ELSE 'one of ' || i.amount || ' ' || i.currency || ' from organization ' || i.counterparty_id
                       END AS found
                FROM (SELECT * FROM organization_transfer WHERE direction = 'outgoing') o
                FULL JOIN (SELECT * FROM organization_transfer WHERE direction = 'incoming') i
                  ON i.organization_id = o.counterparty_id AND i.livemode = o.livemode
                 AND i.organization_transfer_id = o.organization_transfer_id
                WHERE (o.organization_id, o.currency, o.amount, o.notes)
                      IS DISTINCT FROM (i.counterparty_id, i.currency, i.amount, i.notes)
                """);
    }

    @Override
    public String ofTouched() {
        return """
                organization_transfer AS (
                    SELECT s.* FROM organization_transfer s
                    WHERE (organization_id, livemode, organization_transfer_id) IN (
                        SELECT * FROM touched
                      UNION
                        SELECT other.counterparty_id, other.livemode, other.organization_transfer_id
                        FROM touched t JOIN organization_transfer other
                          ON other.organization_id = t.organization_id AND other.livemode = t.livemode
                         AND other.organization_transfer_id = t.id))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted(
                TABLE,
                "SELECT p.*, '" + OrganizationTransfer.STATUS + "' AS status FROM organization_transfer p",
                OrganizationTransferAudit::expected);
    }

    private static Expected expected(Row row) {
        var direction = Word.find(Direction.class, row.text("direction"))
                .orElseThrow(() -> new Finding.Found(
                        TABLE,
                        Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "organization_transfer "
                                + row.uuid("organization_transfer_id") + " direction",
                        "outgoing or incoming",
                        row.text("direction")));
        var posting = switch (direction) {
            case OUTGOING -> PostingType.ORGANIZATION_TRANSFER_OUT;
            case INCOMING -> PostingType.ORGANIZATION_TRANSFER_IN;
        };
        return new Expected.ByPosting(Map.of(posting, row.number("amount")));
    }
}
