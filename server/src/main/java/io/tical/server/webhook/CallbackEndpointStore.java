package io.tical.server.webhook;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Key;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackEndpoint.State;
import io.tical.server.webhook.CallbackEndpoint.State.Trigger;
import io.tical.server.webhook.CallbackEndpoint.Target;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of callback endpoints. The database's clock sets the times of their state, so that nodes agree. */
final class CallbackEndpointStore {
    static final Table<Stored> ENDPOINTS = Table.of("callback_endpoint", CallbackEndpointStore::columns);

    private static final String OF_KEY = "organization_id = cast(:organization AS uuid) AND kind = :kind";
    private static final String OF_KEYS =
            "unnest(cast(:organizations AS uuid[]), cast(:kinds AS text[])) AS k (organization_id, kind)";

    private CallbackEndpointStore() {}

    /**
     * An endpoint as stored.
     *
     * @param secret sealed
     * @param previousSecret sealed, or null
     */
    record Stored(UUID organizationId, CallbackEndpoint endpoint, byte[] secret, byte @Nullable [] previousSecret) {
        /** A new endpoint. */
        static Stored of(Key key, @Nullable String url, Form form, byte[] secret, Instant now) {
            return new Stored(key.organizationId(), CallbackEndpoint.of(key.kind(), url, form, now), secret, null);
        }

        /**
         * This endpoint with another URL, and as if it had not been tried.
         *
         * @param form null keeps the current one
         */
        Stored saved(String url, @Nullable Form form, Instant now) {
            return new Stored(organizationId, endpoint.saved(url, form, now), secret, previousSecret);
        }

        /** This endpoint with another secret. */
        Stored rotated(byte[] newSecret, Instant overlapUntil, Instant now) {
            return new Stored(organizationId, endpoint.rotated(overlapUntil, now), newSecret, secret);
        }
    }

    static Optional<CallbackEndpoint> find(Session session, Key key) {
        return of(session.sql("SELECT * FROM callback_endpoint WHERE " + OF_KEY), key)
                .first(row -> ENDPOINTS.read(row).endpoint());
    }

    /** Locks an endpoint until the transaction ends. */
    static Optional<Stored> lock(Session session, Key key) {
        return of(session.sql("SELECT * FROM callback_endpoint WHERE " + OF_KEY + " FOR UPDATE"), key)
                .first(ENDPOINTS.locked(session));
    }

    /** Inserts an endpoint unless there is one of its kind; returns whether it did. */
    static boolean insertIfAbsent(Session session, Stored endpoint) {
        return ENDPOINTS.insertIfAbsent(session, endpoint);
    }

    /** Updates a locked endpoint. */
    static void update(Session session, Stored endpoint) {
        ENDPOINTS.update(session, List.of(endpoint)).run();
    }

    static void delete(Session session, Key key) {
        ENDPOINTS
                .proof(session)
                .delete(of(session.sql("DELETE FROM callback_endpoint WHERE " + OF_KEY + " RETURNING *"), key));
    }

    /**
     * The delivery targets of these endpoints.
     *
     * @param open decrypts a secret of an organization
     * @throws io.tical.db.AlteredRow if the service did not write one of the endpoints
     */
    static Map<Key, Target> targets(Session session, Collection<Key> keys, BiFunction<UUID, byte[], String> open) {
        var locked = ENDPOINTS.locked(session);
        return of(session.sql("""
                        SELECT e.*, e.previous_secret_until > now() AS overlapping
                        FROM callback_endpoint e JOIN\s""" + OF_KEYS + " USING (organization_id, kind)"), keys)
                .list(row -> {
                    var stored = locked.apply(row);
                    var endpoint = stored.endpoint();
                    var previous = stored.previousSecret();
                    var signsWithPrevious = previous != null && Boolean.TRUE.equals(row.flagOrNull("overlapping"));
                    return Map.entry(
                            new Key(stored.organizationId(), endpoint.kind()),
                            new Target(
                                    endpoint.url(),
                                    endpoint.form(),
                                    open.apply(stored.organizationId(), stored.secret()),
                                    signsWithPrevious ? open.apply(stored.organizationId(), previous) : null,
                                    endpoint.suspendedAt() != null));
                })
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /**
     * Records successes and returns the endpoints that were suspended. Skips an endpoint whose last recorded success is
     * less than a minute old.
     */
    static List<Key> succeeded(Session session, Collection<Key> keys) {
        return suspended(of(
                session.sql("""
                        WITH changed AS MATERIALIZED (
                            SELECT e.organization_id, e.kind, e.suspended_at IS NOT NULL AS suspended
                            FROM callback_endpoint e JOIN %s USING (organization_id, kind)
                            WHERE (%s) AND (NOT (%s) OR e.last_success_at IS NULL
                                            OR e.last_success_at < now() - interval '1 minute')
                            ORDER BY e.organization_id, e.kind FOR UPDATE OF e)
                        UPDATE callback_endpoint e SET last_success_at = now(), %s
                        FROM changed c WHERE e.organization_id = c.organization_id AND e.kind = c.kind
                        RETURNING e.organization_id, e.kind, c.suspended
                        """.formatted(OF_KEYS, from(Trigger.SUCCEED), is(State.ACTIVE), set(Trigger.SUCCEED))),
                keys));
    }

    /** Records failures and returns the endpoints that are now suspended. */
    static List<Key> failed(Session session, Collection<Key> keys) {
        return suspended(of(
                        session.sql("""
                        WITH changed AS MATERIALIZED (
                            SELECT e.organization_id, e.kind, %2$s AS suspended
                            FROM callback_endpoint e JOIN %1$s USING (organization_id, kind)
                            WHERE %3$s OR (%2$s AND e.failing_since < now() - make_interval(secs => :patience))
                            ORDER BY e.organization_id, e.kind FOR UPDATE OF e),
                        suspended AS (
                            UPDATE callback_endpoint e SET %4$s FROM changed c
                            WHERE e.organization_id = c.organization_id AND e.kind = c.kind AND c.suspended),
                        failing AS (
                            UPDATE callback_endpoint e SET %5$s FROM changed c
                            WHERE e.organization_id = c.organization_id AND e.kind = c.kind AND NOT c.suspended)
                        SELECT organization_id, kind, suspended FROM changed
                        """.formatted(
                                        OF_KEYS,
                                        from(Trigger.GIVE_UP),
                                        from(Trigger.FAIL),
                                        set(Trigger.GIVE_UP),
                                        set(Trigger.FAIL))),
                        keys)
                .bind("patience", (double) CallbackEndpoint.SUSPENDED_AFTER.toSeconds()));
    }

    /** The numbers of suspended endpoints, of each kind that has one. */
    static SortedMap<Kind, Long> suspended(Session session) {
        return new TreeMap<>(session
                .sql("SELECT kind, count(*) AS count FROM callback_endpoint WHERE " + is(State.SUSPENDED)
                        + " GROUP BY kind")
                .list(row -> Map.entry(Word.of(Kind.class, row.text("kind")), row.number("count")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** Ends the suspension of endpoints with a URL; returns how many. */
    static long resume(Session session, @Nullable UUID organizationId, @Nullable Kind kind) {
        return session.sql("UPDATE callback_endpoint SET " + set(Trigger.RESUME) + " WHERE (" + from(Trigger.RESUME)
                        + ") AND url IS NOT NULL"
                        + (organizationId == null ? "" : " AND organization_id = cast(:organization AS uuid)")
                        + (kind == null ? "" : " AND kind = :kind"))
                .bind("organization", organizationId)
                .bind("kind", kind == null ? null : kind.word())
                .run();
    }

    /** The condition of a state. */
    private static String is(State state) {
        return switch (state) {
            case ACTIVE -> "(failing_since IS NULL AND suspended_at IS NULL)";
            case FAILING -> "(failing_since IS NOT NULL AND suspended_at IS NULL)";
            case SUSPENDED -> "(suspended_at IS NOT NULL)";
        };
    }

    /** The condition of the states from which a trigger has a transition. */
    private static String from(Trigger trigger) {
        return rows(trigger).map(row -> is(row.from())).collect(Collectors.joining(" OR "));
    }

    /** The assignments of the state to which a trigger leads. */
    private static String set(Trigger trigger) {
        return switch (rows(trigger).findFirst().orElseThrow().to()) {
            case ACTIVE -> "failing_since = NULL, suspended_at = NULL";
            case FAILING -> "failing_since = now()";
            case SUSPENDED -> "suspended_at = now()";
        };
    }

    private static Stream<StateTable.Row<State, Trigger, NoEffect>> rows(Trigger trigger) {
        return State.TABLE.rows().stream().filter(row -> row.trigger() == trigger);
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

    private static Function<Row, Stored> columns(TableColumns<Stored> t) {
        var endpoint = t.part(Stored::endpoint);
        var organizationId = t.key("organization_id", ID, Stored::organizationId);
        var kind = endpoint.key("kind", word(Kind.class), CallbackEndpoint::kind);
        var url = endpoint.column("url", TEXT.orNull(), CallbackEndpoint::url);
        var form = endpoint.column("form", word(Form.class), CallbackEndpoint::form);
        var secret = t.column("signing_secret", BYTES, Stored::secret);
        var previous = t.optional(one -> one.previousSecret() == null ? null : one);
        var previousSecret =
                previous.column("previous_secret", BYTES, one -> Objects.requireNonNull(one.previousSecret()));
        var previousUntil =
                endpoint.column("previous_secret_until", TIME.orNull(), CallbackEndpoint::previousSecretUntil);
        var createdAt = endpoint.insertOnly("created_at", TIME, CallbackEndpoint::createdAt);
        var updatedAt = endpoint.column("updated_at", TIME, CallbackEndpoint::updatedAt);
        var lastSuccessAt = endpoint.outsideMac("last_success_at", TIME.orNull(), CallbackEndpoint::lastSuccessAt);
        var failingSince = endpoint.outsideMac("failing_since", TIME.orNull(), CallbackEndpoint::failingSince);
        var suspendedAt = endpoint.outsideMac("suspended_at", TIME.orNull(), CallbackEndpoint::suspendedAt);
        return row -> new Stored(
                organizationId.of(row),
                new CallbackEndpoint(
                        kind.of(row),
                        url.of(row),
                        form.of(row),
                        previousUntil.of(row),
                        lastSuccessAt.of(row),
                        failingSince.of(row),
                        suspendedAt.of(row),
                        createdAt.of(row),
                        updatedAt.of(row)),
                secret.of(row),
                previous.orNull(row, () -> previousSecret.of(row)));
    }
}
