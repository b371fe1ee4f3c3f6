package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of what transfers and pictures were used for, across organizations. The environments never meet. */
final class SlipUses {
    /** More than these nobody reads. */
    private static final int USES_MAX = 20;

    private SlipUses() {}

    /** Which payin a transfer paid, by which slip. */
    record Taken(TransactionKey payin, TransactionKey slip) {}

    /**
     * Takes a transfer for a slip's payin; answers who has it now, which is this slip or whoever was first.
     *
     * <p>Two that take it at once are decided by the key: the second waits for the first to commit or give up.
     */
    static Taken take(Session session, Slip slip, Slip.Transfer transfer) {
        var inserted = session.sql("""
                        INSERT INTO slip_reference (reference, sending_bank, livemode, organization_id, payin_id, slip_id, taken_at)
                        VALUES (:reference, :bank, :livemode, cast(:organization AS uuid), cast(:payin AS uuid),
                            cast(:slip AS uuid), clock_timestamp())
                        ON CONFLICT DO NOTHING
                        """)
                .bind("reference", transfer.reference())
                .bind("bank", transfer.bank())
                .bind("livemode", slip.key().livemode())
                .bind("organization", slip.key().organizationId())
                .bind("payin", slip.upload().payinId())
                .bind("slip", slip.key().id())
                .run();
        return inserted == 1
                ? new Taken(slip.payin(), slip.key())
                : taken(session, slip.key().livemode(), transfer).orElseThrow();
    }

    /**
     * Takes a transfer's reference for a slip's payin whichever bank the transfer is said to be of; answers whether this slip
     * has it now. Verifiers do not agree on how they name the bank of a wallet, so the same reference of another bank may be the
     * same transfer.
     */
    static boolean takeFirst(Session session, Slip slip, Slip.Transfer transfer) {
        session.sql("""
                        INSERT INTO slip_first_use (reference, livemode, organization_id, payin_id, slip_id)
                        VALUES (:reference, :livemode, cast(:organization AS uuid), cast(:payin AS uuid), cast(:slip AS uuid))
                        ON CONFLICT DO NOTHING
                        """)
                .bind("reference", transfer.reference())
                .bind("livemode", slip.key().livemode())
                .bind("organization", slip.key().organizationId())
                .bind("payin", slip.upload().payinId())
                .bind("slip", slip.key().id())
                .run();
        return session.sql("SELECT slip_id FROM slip_first_use WHERE reference = :reference AND livemode = :livemode")
                .bind("reference", transfer.reference())
                .bind("livemode", slip.key().livemode())
                .first(row -> row.uuid("slip_id"))
                .filter(slip.key().id()::equals)
                .isPresent();
    }

    private static Optional<Taken> taken(Session session, boolean livemode, Slip.Transfer transfer) {
        return session.sql("""
                        SELECT organization_id, livemode, payin_id, slip_id FROM slip_reference
                        WHERE reference = :reference AND sending_bank = :bank AND livemode = :livemode
                        """)
                .bind("reference", transfer.reference())
                .bind("bank", transfer.bank())
                .bind("livemode", livemode)
                .first(row -> new Taken(
                        payin(row), new TransactionKey(row.uuid("organization_id"), livemode, row.uuid("slip_id"))));
    }

    /** Gives a transfer back that its slip did not pay with after all. */
    static void giveBack(Session session, Slip slip) {
        for (var table : new String[] {"slip_first_use", "slip_reference"}) {
            session.sql("DELETE FROM " + table + """
                             WHERE reference = :reference AND livemode = :livemode
                              AND organization_id = cast(:organization AS uuid) AND slip_id = cast(:slip AS uuid)
                            """)
                    .bind("reference", slip.receiptReference())
                    .bind("livemode", slip.key().livemode())
                    .bind("organization", slip.key().organizationId())
                    .bind("slip", slip.key().id())
                    .run();
        }
    }

    /**
     * Slips of other payins, uploaded before this one, that tell of the same reference or look the same; and whoever's payin the
     * reference paid, even by a later slip. The nearest come first. The same reference of another bank is among them: it may be
     * the same transfer under another name, which is for people to tell.
     *
     * <p>Slips of one bank to one receiver are one form filled in many times, and among thousands some pairs differ in as little
     * as one picture saved twice: two that show codes of different transfers are told apart by these.
     */
    static List<EarlierUse> find(Session session, Slip slip, Slip.@Nullable Transfer transfer) {
        return session.sql("""
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
                .bind("reference", transfer == null ? null : transfer.reference())
                .bind("coded", slip.upload().qrPayload() != null)
                .bind("livemode", slip.key().livemode())
                .bind("organization", slip.key().organizationId())
                .bind("payin", slip.upload().payinId())
                .bind("slip", slip.key().id())
                .bind("near", PictureHash.SAME_MAX)
                .bind("most", USES_MAX)
                .list(SlipUses::use);
    }

    private static EarlierUse use(Row row) {
        return new EarlierUse(
                row.flag("same") ? EarlierUse.Kind.REFERENCE : EarlierUse.Kind.PICTURE,
                row.uuid("slip_id"),
                payin(row),
                row.text("merchant_ref"),
                SlipStatus.of(row.text("status")).orElseThrow(),
                row.flag("paid"),
                row.integer("distance"),
                Ids.madeAt(row.uuid("slip_id")));
    }

    private static TransactionKey payin(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payin_id"));
    }
}
