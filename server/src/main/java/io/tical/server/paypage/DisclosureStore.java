package io.tical.server.paypage;

import io.tical.db.Session;
import java.time.Instant;

/** The SQL of disclosures. */
final class DisclosureStore {
    private DisclosureStore() {}

    static boolean exists(Session session, Payment payment) {
        return session.sql("""
                        SELECT 1 AS found FROM disclosure
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND payin_id = cast(:payin AS uuid)
                        LIMIT 1
                        """)
                .bind("organization", payment.organizationId())
                .bind("livemode", payment.livemode())
                .bind("payin", payment.payinId())
                .first(row -> true)
                .orElse(false);
    }

    static long insert(
            Session session, Payment payment, String textVersion, String address, String requestId, Instant now) {
        return session.sql("""
                        INSERT INTO disclosure (organization_id, livemode, payin_id, text_version, address, request_id, accepted_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:payin AS uuid), :text_version, :address, :request, :now)
                        ON CONFLICT DO NOTHING
                        """)
                .bind("organization", payment.organizationId())
                .bind("livemode", payment.livemode())
                .bind("payin", payment.payinId())
                .bind("text_version", textVersion)
                .bind("address", address)
                .bind("request", requestId)
                .bind("now", now)
                .run();
    }
}
