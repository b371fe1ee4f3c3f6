package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.merchant.CallbackEndpoint.Form;
import io.tical.server.merchant.CallbackEndpoint.Key;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import io.tical.server.merchant.CallbackEndpoint.Target;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The SQL of callback endpoints. The database's clock sets all times, so that nodes agree. */
final class CallbackEndpointStore {
    private static final String OF_KEY = "organization_id = cast(:organization AS uuid) AND kind = :kind";
    private static final String OF_KEYS =
            "unnest(cast(:organizations AS uuid[]), cast(:kinds AS text[])) AS k (organization_id, kind)";

    private CallbackEndpointStore() {}

    static Optional<CallbackEndpoint> find(Session session, Key key, boolean lock) {
        return of(session.sql("SELECT * FROM callback_endpoint WHERE " + OF_KEY + (lock ? " FOR UPDATE" : "")), key)
                .first(CallbackEndpointStore::endpoint);
    }

    static void insert(Session session, Key key, byte[] secret) {
        of(session.sql("""
                        INSERT INTO callback_endpoint (organization_id, kind, url, form, signing_secret, created_at, updated_at)
                        VALUES (cast(:organization AS uuid), :kind, NULL, 'auto', :secret, now(), now())
                        ON CONFLICT DO NOTHING
                        """), key).bind("secret", secret).run();
    }

    static void set(Session session, Key key, String url, Form form) {
        of(session.sql("""
                        UPDATE callback_endpoint SET url = :url, form = :form, failing_since = NULL, suspended_at = NULL,
                            last_success_at = NULL, updated_at = now()
                        WHERE\s""" + OF_KEY), key)
                .bind("url", url)
                .bind("form", form.word())
                .run();
    }

    static void rotate(Session session, Key key, byte[] secret, Instant overlapUntil) {
        of(session.sql("""
                        UPDATE callback_endpoint SET previous_secret = signing_secret, previous_secret_until = :until,
                            signing_secret = :secret, updated_at = now()
                        WHERE\s""" + OF_KEY), key)
                .bind("until", overlapUntil)
                .bind("secret", secret)
                .run();
    }

    static long delete(Session session, Key key) {
        return of(session.sql("DELETE FROM callback_endpoint WHERE " + OF_KEY), key)
                .run();
    }

    /** @param open decrypts a secret of an organization */
    static Map<Key, Target> targets(Session session, Collection<Key> keys, BiFunction<UUID, byte[], String> open) {
        return of(session.sql("""
                        SELECT e.*, e.suspended_at IS NOT NULL AS suspended,
                               CASE WHEN e.previous_secret_until > now() THEN e.previous_secret END AS valid_previous
                        FROM callback_endpoint e JOIN\s""" + OF_KEYS + " USING (organization_id, kind)"), keys)
                .list(row -> {
                    var key = key(row);
                    var previous = row.bytesOrNull("valid_previous");
                    return Map.entry(
                            key,
                            new Target(
                                    row.textOrNull("url"),
                                    Word.of(Form.class, row.text("form")),
                                    open.apply(key.organizationId(), row.bytes("signing_secret")),
                                    previous == null ? null : open.apply(key.organizationId(), previous),
                                    row.flag("suspended")));
                })
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /**
     * Records successes and returns the endpoints that were suspended. Skips an endpoint whose last recorded success is
     * less than a minute old.
     */
    static List<Key> succeeded(Session session, Collection<Key> keys) {
        return suspended(of(session.sql("""
                        WITH changed AS MATERIALIZED (
                            SELECT e.organization_id, e.kind, e.suspended_at IS NOT NULL AS suspended
                            FROM callback_endpoint e JOIN %s USING (organization_id, kind)
                            WHERE e.failing_since IS NOT NULL OR e.last_success_at IS NULL
                               OR e.last_success_at < now() - interval '1 minute'
                            ORDER BY e.organization_id, e.kind FOR UPDATE OF e)
                        UPDATE callback_endpoint e SET last_success_at = now(), failing_since = NULL, suspended_at = NULL
                        FROM changed c WHERE e.organization_id = c.organization_id AND e.kind = c.kind
                        RETURNING e.organization_id, e.kind, c.suspended
                        """.formatted(OF_KEYS)), keys));
    }

    /** Records failures and returns the endpoints that are now suspended. */
    static List<Key> failed(Session session, Collection<Key> keys) {
        return suspended(of(session.sql("""
                        WITH changed AS MATERIALIZED (
                            SELECT e.organization_id, e.kind, e.failing_since IS NOT NULL AS suspended
                            FROM callback_endpoint e JOIN %s USING (organization_id, kind)
                            WHERE e.suspended_at IS NULL
                              AND (e.failing_since IS NULL OR e.failing_since < now() - make_interval(secs => :patience))
                            ORDER BY e.organization_id, e.kind FOR UPDATE OF e)
                        UPDATE callback_endpoint e
                        SET failing_since = coalesce(e.failing_since, now()), suspended_at = CASE WHEN c.suspended THEN now() END
                        FROM changed c WHERE e.organization_id = c.organization_id AND e.kind = c.kind
                        RETURNING e.organization_id, e.kind, c.suspended
                        """.formatted(OF_KEYS)), keys)
                .bind("patience", (double) CallbackEndpoint.SUSPENDED_AFTER.toSeconds()));
    }

    private static List<Key> suspended(Session.Statement statement) {
        return statement.list(row -> Map.entry(key(row), row.flag("suspended"))).stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Session.Statement of(Session.Statement statement, Key key) {
        return statement
                .bind("organization", key.organizationId())
                .bind("kind", key.kind().word());
    }

    private static Session.Statement of(Session.Statement statement, Collection<Key> keys) {
        return statement
                .bindEach("organizations", keys, Key::organizationId)
                .bindEach("kinds", keys, key -> key.kind().word());
    }

    private static Key key(Row row) {
        return new Key(row.uuid("organization_id"), Word.of(Kind.class, row.text("kind")));
    }

    private static CallbackEndpoint endpoint(Row row) {
        return new CallbackEndpoint(
                Word.of(Kind.class, row.text("kind")),
                row.textOrNull("url"),
                Word.of(Form.class, row.text("form")),
                row.instantOrNull("previous_secret_until"),
                row.instantOrNull("last_success_at"),
                row.instantOrNull("failing_since"),
                row.instantOrNull("suspended_at"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
