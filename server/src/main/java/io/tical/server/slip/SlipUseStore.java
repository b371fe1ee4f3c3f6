package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of earlier uses of transfers and pictures, across organizations but within one environment. */
final class SlipUseStore {
    private static final int USES_MAX = 20;

    private SlipUseStore() {}

    /** The payments of the same transfer that staff recorded, and then {@link #slips}. */
    static List<EarlierUse> find(Session session, Slip slip, Slip.@Nullable Transfer transfer) {
        var found = transfer == null
                ? Stream.<EarlierUse>empty()
                : TransferClaimStore.foundByStaff(session, slip.key().livemode(), transfer.reference()).stream();
        return Stream.concat(found, slips(session, slip, transfer).stream()).toList();
    }

    /**
     * Earlier slips of other payins with the same reference or a similar picture, and slips whose payin the reference
     * paid, even later ones; the most similar first. The same reference of another bank is included: it may be the same
     * transfer under another name, which an operator decides.
     *
     * <p>Slips of one bank to one receiver look alike: among thousands, some pairs differ as little as one picture that
     * was saved twice. The QR codes distinguish two pictures that show different transfers.
     */
    private static List<EarlierUse> slips(Session session, Slip slip, Slip.@Nullable Transfer transfer) {
        return statement(session, slip, transfer, """
                        WITH near AS (
                            SELECT s.organization_id, s.livemode, s.payin_id, s.slip_id, s.merchant_ref, s.status, s.reference,
                                   s.qr_payload IS NOT NULL AS coded,
                                   bit_count(cast('x' || s.picture_hash AS bit(256))
                                       # cast('x' || cast(:hash AS text) AS bit(256))) AS distance,
                                   coalesce(s.reference = ANY (cast(:references AS text[])), false) AS same
                            FROM slip s
                            WHERE s.livemode = :livemode
                              AND (s.picture_bands && cast(:bands AS integer[]) OR s.reference = ANY (cast(:references AS text[])))),
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
                .list(SlipUseStore::use);
    }

    private static Session.Statement statement(
            Session session, Slip slip, Slip.@Nullable Transfer transfer, String sql) {
        return slip.key()
                .bind(session.sql(sql), "slip")
                .bind("payin", slip.upload().payinId())
                .bindEach("references", spellings(session, slip, transfer), spelling -> spelling);
    }

    /** The reference, and the same one as claims spell it: an operator may type it in another case. */
    private static List<String> spellings(Session session, Slip slip, Slip.@Nullable Transfer transfer) {
        if (transfer == null) {
            return List.of();
        }
        var claims = TransferClaimStore.on(session, slip.key().livemode(), transfer.reference());
        return Stream.concat(
                        Stream.of(transfer.reference()),
                        claims.stream().map(claim -> claim.transfer().reference()))
                .distinct()
                .toList();
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
