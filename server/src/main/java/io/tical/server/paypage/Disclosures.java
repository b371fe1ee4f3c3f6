package io.tical.server.paypage;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.net.InetAddress;
import java.time.Clock;

/** Consents of payers to pay another person. Records are never changed or deleted. */
public record Disclosures(Database database, Clock clock) {
    /** The version of the conditions in all languages. Every change of their text changes it. */
    static final String TEXT_VERSION = "2026-11-21.2";

    /** The version that is recorded for a client that shows its own conditions. */
    static final String TEXT_UNSTATED = "unstated";

    /** Whether the payer has accepted the conditions. */
    boolean accepted(TransactionKey payin) {
        var sql =
                "SELECT 1 AS found FROM disclosure" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid) LIMIT 1";
        return database.run(session ->
                payin.bind(session.sql(sql), "payin").first(row -> true).isPresent());
    }

    /**
     * Records that the payer accepted this version of the text. Accepting again from the same address adds nothing.
     *
     * @param textVersion {@link #TEXT_VERSION} or {@link #TEXT_UNSTATED}
     */
    void accept(TransactionKey payin, String textVersion, InetAddress source, String requestId) {
        database.transaction(session -> payin.bind(session.sql("""
                        INSERT INTO disclosure (organization_id, livemode, payin_id, text_version, address, request_id, accepted_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:payin AS uuid), :text_version, :address, :request, :now)
                        ON CONFLICT DO NOTHING
                        """), "payin")
                .bind("text_version", textVersion)
                .bind("address", source.getHostAddress())
                .bind("request", requestId)
                .bind("now", clock.instant())
                .run());
    }
}
