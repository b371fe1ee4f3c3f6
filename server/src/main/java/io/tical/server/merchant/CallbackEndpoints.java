package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.Call;
import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/** Where a merchant's callbacks go and what they are signed with: one endpoint for payins, one for payouts. */
public final class CallbackEndpoints {
    private final Database database;
    private final Secrets secrets;
    private final SecureRandom random = new SecureRandom();

    /** What an endpoint is told about. */
    public enum Kind {
        PAYIN,
        PAYOUT;

        /** The kind as the database and the API write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CallbackEndpoints(Database database, Secrets secrets) {
        this.database = database;
        this.secrets = secrets;
    }

    /** Makes an endpoint, without an address yet; answers its signing secret. */
    String create(Session session, UUID organizationId, Kind kind) {
        var secret = SigningSecrets.webhook(random);
        session.sql("""
                        INSERT INTO callback_endpoint
                            (organization_id, kind, url, form, signing_secret, created_at, updated_at)
                        VALUES (cast(:organization AS uuid), :kind, NULL, 'auto', :secret, :now, :now)
                        """)
                .bind("organization", organizationId)
                .bind("kind", kind.word())
                .bind("secret", secrets.seal(organizationId, secret.getBytes(StandardCharsets.UTF_8)))
                .bind("now", Instant.now())
                .run();
        return secret;
    }

    /**
     * The secret that callbacks of this kind are signed with, {@code whsec_…}.
     *
     * @throws io.tical.server.http.Problem.NotFound {@code CALLBACK_NOT_FOUND} when there is no such endpoint
     */
    public String signingSecret(UUID organizationId, Kind kind) {
        var sealed = database.run(session -> session.sql("""
                        SELECT signing_secret FROM callback_endpoint
                        WHERE organization_id = cast(:organization AS uuid) AND kind = :kind
                        """)
                .bind("organization", organizationId)
                .bind("kind", kind.word())
                .first(row -> row.bytes("signing_secret"))
                .orElseThrow(() -> Call.notFound("callback")));
        return new String(secrets.open(organizationId, sealed), StandardCharsets.UTF_8);
    }
}
