package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.merchant.CallbackEndpoint.Form;
import io.tical.server.merchant.CallbackEndpoint.Key;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import io.tical.server.merchant.CallbackEndpoint.Target;
import io.tical.server.merchant.CallbackEndpoint.Told;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's callback endpoints and their signing secrets: one endpoint for payins, one for payouts.
 *
 * @param rule throws {@link Problem.Invalid} if a URL is not allowed
 */
public record CallbackEndpoints(Database database, Secrets secrets, Consumer<String> rule, Queue queue, Clock clock) {
    /** How long callbacks are also signed with the previous secret after a rotation. */
    public static final Duration OVERLAP = Duration.ofHours(24);

    /**
     * What happens to the pending deliveries of an endpoint.
     *
     * @param resume makes the deliveries that were held back during a suspension due
     * @param drop fails the deliveries of a removed endpoint
     */
    public record Queue(BiConsumer<Session, Key> resume, BiConsumer<Session, Key> drop) {}

    public Optional<CallbackEndpoint> find(UUID organizationId, Kind kind) {
        return database.run(session -> find(session, organizationId, kind));
    }

    public Optional<CallbackEndpoint> find(Session session, UUID organizationId, Kind kind) {
        return CallbackEndpointStore.find(session, new Key(organizationId, kind), false);
    }

    /** Creates an endpoint without a URL. Returns its signing secret. */
    String create(Session session, UUID organizationId, Kind kind) {
        var secret = SigningSecrets.webhook();
        CallbackEndpointStore.insert(session, new Key(organizationId, kind), seal(organizationId, secret));
        return secret;
    }

    /**
     * Sets the URL and the format of callbacks and ends a suspension. Creates the endpoint, with a secret, if it does
     * not exist.
     *
     * @param form null keeps the current format, or selects {@code auto} for a new endpoint
     * @throws io.tical.server.problem.Problem.Invalid if the URL is not allowed
     */
    public Told save(UUID organizationId, Kind kind, String url, @Nullable Form form) {
        // Resolves host names, so it runs before the transaction.
        rule.accept(url);
        var key = new Key(organizationId, kind);
        return database.transaction(session -> {
            var known = CallbackEndpointStore.find(session, key, true);
            var secret = known.isEmpty() ? create(session, organizationId, kind) : null;
            var kept = known.map(CallbackEndpoint::form).orElse(Form.AUTO);
            CallbackEndpointStore.set(session, key, url, form == null ? kept : form);
            queue.resume().accept(session, key);
            return new Told(CallbackEndpointStore.find(session, key, false).orElseThrow(), secret);
        });
    }

    /** Replaces the signing secret; callbacks are signed with both for {@link #OVERLAP}. */
    public Told rotate(UUID organizationId, Kind kind) {
        var key = new Key(organizationId, kind);
        return database.transaction(session -> {
            lock(session, key);
            var secret = SigningSecrets.webhook();
            CallbackEndpointStore.rotate(
                    session, key, seal(organizationId, secret), clock.instant().plus(OVERLAP));
            return new Told(CallbackEndpointStore.find(session, key, false).orElseThrow(), secret);
        });
    }

    /** Deletes the endpoint and its secrets. Pending deliveries fail. */
    public void remove(UUID organizationId, Kind kind) {
        var key = new Key(organizationId, kind);
        database.transaction(session -> {
            lock(session, key);
            queue.drop().accept(session, key);
            return CallbackEndpointStore.delete(session, key);
        });
    }

    /** Returns the delivery targets of these endpoints. Missing endpoints have no entry. */
    public Map<Key, Target> targets(Session session, Collection<Key> keys) {
        return CallbackEndpointStore.targets(
                session,
                keys,
                (organizationId, secret) -> new String(secrets.open(organizationId, secret), StandardCharsets.UTF_8));
    }

    /** Records 2xx responses of these endpoints and ends their suspension. */
    public void succeeded(Session session, Collection<Key> keys) {
        CallbackEndpointStore.succeeded(session, keys)
                .forEach(key -> queue.resume().accept(session, key));
    }

    /** Records failures of these endpoints. Returns the endpoints that are now suspended. */
    public List<Key> failed(Session session, Collection<Key> keys) {
        return CallbackEndpointStore.failed(session, keys);
    }

    private static void lock(Session session, Key key) {
        if (CallbackEndpointStore.find(session, key, true).isEmpty()) {
            throw Problem.NotFound.of("callback");
        }
    }

    private byte[] seal(UUID organizationId, String secret) {
        return secrets.seal(organizationId, secret.getBytes(StandardCharsets.UTF_8));
    }
}
