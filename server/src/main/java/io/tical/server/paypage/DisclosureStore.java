package io.tical.server.paypage;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayerConsents;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The SQL of consents. */
final class DisclosureStore {
    static final BulkWrite<Accepted> DISCLOSURES = TransactionKey.<Accepted>write(
                    "disclosure", "payin_id", Accepted::payin)
            .key("text_version", "text", Accepted::textVersion)
            .key("address", "text", Accepted::address)
            .column("request_id", "text", Accepted::requestId)
            .column("accepted_at", "timestamptz", Accepted::at)
            .authenticated()
            .journaled();

    private DisclosureStore() {}

    /** The consent of one payer. */
    record Accepted(TransactionKey payin, String textVersion, String address, String requestId, Instant at) {}

    static boolean exists(Session session, TransactionKey payin) {
        var sql =
                "SELECT 1 AS found FROM disclosure" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid) LIMIT 1";
        return payin.bind(session.sql(sql), "payin").first(row -> true).isPresent();
    }

    /** The consents to pay a payin, oldest first. */
    static List<PayerConsents.Consent> list(Session session, TransactionKey payin) {
        var proof = DISCLOSURES.readingProof(session);
        var sql = "SELECT * FROM disclosure" + TransactionKey.WHERE
                + "payin_id = cast(:payin AS uuid) ORDER BY accepted_at, text_version, address";
        return payin.bind(session.sql(sql), "payin").list(row -> {
            proof.requireUnaltered(row);
            return new PayerConsents.Consent(
                    row.instant("accepted_at"), row.text("text_version"), row.text("address"), row.text("request_id"));
        });
    }

    /** The payins among these that have a consent. */
    static Set<TransactionKey> find(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT DISTINCT organization_id, livemode, payin_id FROM disclosure JOIN "
                + TransactionKey.table("payin_id") + " USING (organization_id, livemode, payin_id)";
        return Set.copyOf(
                TransactionKey.bind(session.sql(sql), payins).list(row -> TransactionKey.of(row, "payin_id")));
    }
}
