package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL of the uses of transfers and pictures, across organizations but within one environment. */
final class SlipUses {
    private static final int USES_MAX = 20;

    /** A transfer, as it is claimed for a slip's payin. */
    record Use(Slip slip, Slip.Transfer transfer) {}

    static final BulkWrite<Use> REFERENCES = BulkWrite.<Use>of("slip_reference")
            .key("reference", "text", use -> use.transfer().reference())
            .key("sending_bank", "text", use -> use.transfer().bank())
            .key("livemode", "boolean", use -> use.slip().key().livemode())
            .column("organization_id", "uuid", use -> use.slip().key().organizationId())
            .column("payin_id", "uuid", use -> use.slip().upload().payinId())
            .column("slip_id", "uuid", use -> use.slip().key().id())
            .authenticated()
            .journaled()
            .computed("taken_at", "clock_timestamp()");

    static final BulkWrite<Use> FIRST_USES = BulkWrite.<Use>of("slip_first_use")
            .key("reference", "text", use -> use.transfer().reference())
            .key("livemode", "boolean", use -> use.slip().key().livemode())
            .column("organization_id", "uuid", use -> use.slip().key().organizationId())
            .column("payin_id", "uuid", use -> use.slip().upload().payinId())
            .column("slip_id", "uuid", use -> use.slip().key().id())
            .authenticated()
            .journaled();

    private SlipUses() {}

    /** The payin that a transfer pays, with its slip. */
    record Claim(TransactionKey payin, TransactionKey slip) {}

    /**
     * Claims a transfer for a slip's payin; returns the slip that holds the claim, this one or an earlier one.
     *
     * <p>The primary key decides between concurrent claims: the second waits for the first transaction to end.
     */
    static Claim claim(Session session, Slip slip, Slip.Transfer transfer) {
        if (REFERENCES.insertIfAbsent(session, new Use(slip, transfer))) {
            return new Claim(slip.payin(), slip.key());
        }
        var proof = REFERENCES.proof(session);
        return statement(session, slip, transfer, """
                        SELECT * FROM slip_reference
                        WHERE reference = :reference AND sending_bank = :bank AND livemode = :livemode
                        """).one(row -> {
            proof.requireUnaltered(row);
            return new Claim(TransactionKey.of(row, "payin_id"), TransactionKey.of(row, "slip_id"));
        });
    }

    /**
     * Claims a transfer's reference for a slip's payin, regardless of the bank; returns whether this slip holds the claim.
     * Verifiers name the bank of a wallet differently, so the same reference of another bank may be the same transfer.
     */
    static boolean claimReference(Session session, Slip slip, Slip.Transfer transfer) {
        FIRST_USES.insertIfAbsent(session, new Use(slip, transfer));
        var proof = FIRST_USES.proof(session);
        var sql = "SELECT * FROM slip_first_use WHERE reference = :reference AND livemode = :livemode";
        return statement(session, slip, transfer, sql)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return row.uuid("slip_id");
                })
                .filter(slip.key().id()::equals)
                .isPresent();
    }

    /** The payins that transfers with this reference paid, of whatever banks. */
    static List<TransactionKey> paidBy(Session session, boolean livemode, String reference) {
        var proof = REFERENCES.proof(session);
        return session.sql("SELECT * FROM slip_reference WHERE reference = :reference AND livemode = :livemode")
                .bind("reference", reference)
                .bind("livemode", livemode)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return TransactionKey.of(row, "payin_id");
                });
    }

    /** Releases the claims of a slip on its transfer. */
    static void release(Session session, Slip slip) {
        var transfer = new Slip.Transfer("", slip.receiptReference());
        for (var table : List.of(FIRST_USES, REFERENCES)) {
            table.proof(session).delete(statement(session, slip, transfer, "DELETE FROM " + table.table() + """
                             WHERE reference = :reference AND livemode = :livemode
                              AND organization_id = cast(:organization AS uuid) AND slip_id = cast(:slip AS uuid)
                            RETURNING *
                            """));
        }
    }

    /**
     * Earlier slips of other payins with the same reference or a similar picture, and slips whose payin the reference
     * paid, even later ones; the most similar first. The same reference of another bank is included: it may be the same
     * transfer under another name, which an operator decides.
     *
     * <p>Slips of one bank to one receiver look alike: among thousands, some pairs differ as little as one picture that
     * was saved twice. The QR codes distinguish two pictures that show different transfers.
     */
    static List<EarlierUse> find(Session session, Slip slip, Slip.@Nullable Transfer transfer) {
        return statement(session, slip, transfer, """
                        WITH near AS (
                            SELECT s.organization_id, s.livemode, s.payin_id, s.slip_id, s.merchant_ref, s.status, s.reference,
                                   s.qr_payload IS NOT NULL AS coded,
                                   bit_count(cast('x' || s.picture_hash AS bit(256))
                                       # cast('x' || cast(:hash AS text) AS bit(256))) AS distance,
                                   coalesce(s.reference = cast(:reference AS text), false) AS same
                            FROM slip s
                            WHERE s.livemode = :livemode
                              AND (s.picture_bands && cast(:bands AS integer[]) OR s.reference = cast(:reference AS text))),
                        used AS (
                            SELECT n.*, EXISTS (
                                SELECT 1 FROM slip_reference r
                                WHERE n.same AND r.reference = n.reference AND r.livemode = n.livemode
                                  AND r.organization_id = n.organization_id AND r.payin_id = n.payin_id) AS paid
                            FROM near n
                            WHERE (n.organization_id, n.payin_id) <> (cast(:organization AS uuid), cast(:payin AS uuid))
                              AND (n.same OR (n.distance <= :near AND NOT (n.coded AND :coded))))
                        SELECT * FROM used WHERE paid OR slip_id < cast(:slip AS uuid)
                        ORDER BY paid DESC, same DESC, distance, slip_id LIMIT :most
                        """)
                .bind("hash", slip.upload().hash().hex())
                .bindEach("bands", slip.upload().hash().bands(), band -> band)
                .bind("coded", slip.upload().qrPayload() != null)
                .bind("near", PictureHash.SAME_MAX)
                .bind("most", USES_MAX)
                .list(SlipUses::use);
    }

    private static Session.Statement statement(
            Session session, Slip slip, Slip.@Nullable Transfer transfer, String sql) {
        return slip.key()
                .bind(session.sql(sql), "slip")
                .bind("payin", slip.upload().payinId())
                .bind("reference", transfer == null ? null : transfer.reference())
                .bind("bank", transfer == null ? null : transfer.bank());
    }

    private static EarlierUse use(Row row) {
        return new EarlierUse(
                row.flag("same") ? EarlierUse.Kind.REFERENCE : EarlierUse.Kind.PICTURE,
                row.uuid("slip_id"),
                TransactionKey.of(row, "payin_id"),
                row.text("merchant_ref"),
                Word.of(SlipStatus.class, row.text("status")),
                row.flag("paid"),
                row.integer("distance"),
                Ids.madeAt(row.uuid("slip_id")));
    }
}
