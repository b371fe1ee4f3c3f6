package io.tical.server.paypage;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/** Consents of payers to pay another person. Records are never changed or deleted. */
public record Disclosures(Database database, Clock clock) {
    /** The consent of one payer. */
    record Accepted(TransactionKey payin, String textVersion, String address, String requestId, Instant at) {}

    static final BulkWrite<Accepted> DISCLOSURES = TransactionKey.<Accepted>write(
                    "disclosure", "payin_id", Accepted::payin)
            .key("text_version", "text", Accepted::textVersion)
            .key("address", "text", Accepted::address)
            .column("request_id", "text", Accepted::requestId)
            .column("accepted_at", "timestamptz", Accepted::at)
            .authenticated()
            .journaled();

    /** The version of the conditions in all languages. Every change of their text changes it. */
    static final String TEXT_VERSION = "2026-11-24.2";

    /** The version that is recorded for a client that shows its own conditions. */
    static final String TEXT_UNSTATED = "unstated";

    /** Whether the payer has accepted the conditions. */
    boolean accepted(TransactionKey payin) {
        var sql =
                "SELECT 1 AS found FROM disclosure" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid) LIMIT 1";
        return database.run(session ->
                payin.bind(session.sql(sql), "payin").first(row -> true).isPresent());
    }

    /** The payments among these whose payer has accepted the conditions. */
    Set<TransactionKey> accepted(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT DISTINCT organization_id, livemode, payin_id FROM disclosure JOIN "
                + TransactionKey.table("payin_id") + " USING (organization_id, livemode, payin_id)";
        return Set.copyOf(
                TransactionKey.bind(session.sql(sql), payins).list(row -> TransactionKey.of(row, "payin_id")));
    }

    /**
     * Records that the payer accepted this version of the text. Accepting again from the same address adds nothing.
     *
     * @param textVersion {@link #TEXT_VERSION} or {@link #TEXT_UNSTATED}
     */
    void accept(TransactionKey payin, String textVersion, InetAddress source, String requestId) {
        var accepted = new Accepted(payin, textVersion, source.getHostAddress(), requestId, clock.instant());
        database.transaction(session -> DISCLOSURES.insertIfAbsent(session, accepted));
    }
}
