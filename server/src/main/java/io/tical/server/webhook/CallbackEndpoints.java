package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.input.SeenVersion;
import io.tical.server.merchant.Bootstrap.CallbackSecrets;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Key;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackEndpoint.Saved;
import io.tical.server.webhook.CallbackEndpoint.Target;
import io.tical.server.webhook.CallbackEndpointStore.Stored;
import io.tical.server.webhook.Delivery.Status.Trigger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's callback endpoints and their signing secrets: one endpoint for payins, one for payouts.
 *
 * @param rule throws {@link Problem.Invalid} if a URL is not allowed
 * @param author the author of changes, for the audit log
 */
public record CallbackEndpoints(Database database, Secrets secrets, Consumer<String> rule, Clock clock, Actor author) {
    /** How long callbacks are also signed with the previous secret after a rotation. */
    public static final Duration OVERLAP = Duration.ofHours(24);

    private static final int SECRET_BYTES = 32;

    /** An endpoint in the audit log, without its secrets. */
    private record Logged(Kind kind, @Nullable String url, Form form) {
        static Logged of(CallbackEndpoint endpoint) {
            var url = endpoint.url();
            return new Logged(endpoint.kind(), url == null ? null : withoutQuery(url), endpoint.form());
        }

        /** The URL without its query, which may contain a password. */
        private static String withoutQuery(String url) {
            var query = url.indexOf('?');
            return query < 0 ? url : url.substring(0, query) + "?***";
        }
    }

    public CallbackEndpoints(Database database, Secrets secrets, Consumer<String> rule, Clock clock) {
        this(database, secrets, rule, clock, Actor.SYSTEM);
    }

    /** These use cases with this person as the author. */
    public CallbackEndpoints by(Actor person) {
        return new CallbackEndpoints(database, secrets, rule, clock, person);
    }

    public Optional<CallbackEndpoint> find(UUID organizationId, Kind kind) {
        return database.run(session -> find(session, organizationId, kind));
    }

    public Optional<CallbackEndpoint> find(Session session, UUID organizationId, Kind kind) {
        return CallbackEndpointStore.find(session, new Key(organizationId, kind));
    }

    /** Creates both endpoints of a new organization, without URLs. */
    public CallbackSecrets createBoth(Session session, UUID organizationId) {
        return new CallbackSecrets(
                create(session, organizationId, Kind.PAYIN), create(session, organizationId, Kind.PAYOUT));
    }

    private String create(Session session, UUID organizationId, Kind kind) {
        var secret = newSecret();
        CallbackEndpointStore.insertIfAbsent(
                session,
                Stored.of(
                        new Key(organizationId, kind), null, Form.AUTO, seal(organizationId, secret), clock.instant()));
        return secret;
    }

    /**
     * Sets the URL and the format of callbacks and ends a suspension. Creates the endpoint, with a secret, if it does
     * not exist.
     *
     * @param form null keeps the current format, or selects {@code auto} for a new endpoint
     * @throws io.tical.server.problem.Problem.Invalid if the URL is not allowed
     */
    public Saved save(UUID organizationId, Kind kind, String url, @Nullable Form form) {
        return save(organizationId, kind, url, form, null);
    }

    /**
     * As {@link #save(UUID, Kind, String, Form)}, if the endpoint is still what the person saw.
     *
     * @param seen its version; null for any
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public Saved save(UUID organizationId, Kind kind, String url, @Nullable Form form, @Nullable String seen) {
        // Resolves host names, so it runs before the transaction.
        rule.accept(url);
        var key = new Key(organizationId, kind);
        var secret = newSecret();
        var now = clock.instant();
        var added = Stored.of(key, url, form == null ? Form.AUTO : form, seal(organizationId, secret), now);
        return database.transaction(session -> {
            var inserted = CallbackEndpointStore.insertIfAbsent(session, added);
            var saved = inserted
                    ? new Saved(added.endpoint(), secret)
                    : new Saved(changed(session, key, "update", seen, known -> known.saved(url, form, now)), null);
            if (inserted) {
                requireSeen(seen, CallbackEndpoint.noVersion(kind));
                audit(session, key, "create", null, Logged.of(added.endpoint()));
            }
            DeliveryStore.transit(session, key, Trigger.RESUME);
            return saved;
        });
    }

    /** Replaces the signing secret; callbacks are signed with both for {@link #OVERLAP}. */
    public Saved rotate(UUID organizationId, Kind kind) {
        return rotate(organizationId, kind, null);
    }

    /**
     * As {@link #rotate(UUID, Kind)}, if the endpoint is still what the person saw: a second rotation would end the overlap of the first one.
     *
     * @param seen its version; null for any
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public Saved rotate(UUID organizationId, Kind kind, @Nullable String seen) {
        var key = new Key(organizationId, kind);
        return database.transaction(session -> {
            var secret = newSecret();
            var sealed = seal(organizationId, secret);
            var now = clock.instant();
            return new Saved(
                    changed(
                            session,
                            key,
                            "rotate_secret",
                            seen,
                            known -> known.rotated(sealed, now.plus(OVERLAP), now)),
                    secret);
        });
    }

    private CallbackEndpoint changed(
            Session session, Key key, String action, @Nullable String seen, UnaryOperator<Stored> change) {
        var old = lock(session, key);
        requireSeen(seen, old.endpoint().version());
        var changed = change.apply(old);
        CallbackEndpointStore.update(session, changed);
        audit(session, key, action, Logged.of(old.endpoint()), Logged.of(changed.endpoint()));
        return changed.endpoint();
    }

    private static void requireSeen(@Nullable String seen, String current) {
        if (seen != null) {
            SeenVersion.require(seen, current, "callback URL");
        }
    }

    private void audit(Session session, Key key, String action, @Nullable Logged before, @Nullable Logged after) {
        AuditEntry.insertLater(
                session,
                author,
                new Act(key.organizationId(), action, "callback_endpoint", null, before, after),
                clock.instant());
    }

    /** Deletes the endpoint and its secrets. Pending deliveries fail. */
    public void remove(UUID organizationId, Kind kind) {
        remove(organizationId, kind, null);
    }

    /**
     * As {@link #remove(UUID, Kind)}, if the endpoint is still what the person saw.
     *
     * @param seen its version; null for any
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public void remove(UUID organizationId, Kind kind, @Nullable String seen) {
        var key = new Key(organizationId, kind);
        database.transaction(session -> {
            var old = lock(session, key);
            requireSeen(seen, old.endpoint().version());
            DeliveryStore.transit(session, key, Trigger.DROP);
            CallbackEndpointStore.delete(session, key);
            audit(session, key, "delete", Logged.of(old.endpoint()), null);
            return key;
        });
    }

    /**
     * Returns the delivery targets of these endpoints. Missing endpoints have no entry.
     *
     * @throws io.tical.db.AlteredRow if the service did not write one of them
     */
    public Map<Key, Target> targets(Session session, Collection<Key> keys) {
        return CallbackEndpointStore.targets(
                session,
                keys,
                (organizationId, secret) -> new String(secrets.open(organizationId, secret), StandardCharsets.UTF_8));
    }

    /** Records 2xx responses of these endpoints and ends their suspension. */
    public void succeeded(Session session, Collection<Key> keys) {
        CallbackEndpointStore.succeeded(session, keys)
                .forEach(key -> DeliveryStore.transit(session, key, Trigger.RESUME));
    }

    /** Records failures of these endpoints. Returns the endpoints that are now suspended. */
    public List<Key> failed(Session session, Collection<Key> keys) {
        return CallbackEndpointStore.failed(session, keys);
    }

    /**
     * Ends the suspension of endpoints, but not of their deliveries; a condition that is null matches everything. An endpoint that still
     * fails is suspended again after {@link CallbackEndpoint#SUSPENDED_AFTER}.
     *
     * @return the number of endpoints
     */
    public long resume(Session session, @Nullable UUID organizationId, @Nullable Kind kind) {
        return CallbackEndpointStore.resume(session, organizationId, kind);
    }

    private static Stored lock(Session session, Key key) {
        return CallbackEndpointStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of("callback"));
    }

    /** {@code whsec_} and the base64 of 32 bytes, compatible with Standard Webhooks libraries. */
    static String newSecret() {
        return "whsec_" + Base64.getEncoder().encodeToString(Secrets.random(SECRET_BYTES));
    }

    private byte[] seal(UUID organizationId, String secret) {
        return secrets.seal(organizationId, secret.getBytes(StandardCharsets.UTF_8));
    }
}
