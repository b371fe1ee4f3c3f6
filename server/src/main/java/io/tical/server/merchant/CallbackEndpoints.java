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
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a merchant's callbacks go and what they are signed with: one endpoint for payins, one for payouts. */
public final class CallbackEndpoints {
    /** For how long after a rotation callbacks are signed with the old secret too. */
    public static final Duration OVERLAP = Duration.ofHours(24);

    private final Database database;
    private final Clock clock;
    private final Secrets secrets;
    private final UrlRule rule;
    private final Queue queue;
    private final SecureRandom random = new SecureRandom();

    /** Which addresses an endpoint may have. */
    @FunctionalInterface
    public interface UrlRule {
        /** @throws io.tical.server.problem.Problem.Invalid naming {@code url} and what is wrong with it */
        void check(String url);
    }

    /** What waits to be delivered to an endpoint. */
    public interface Queue {
        /** What was held back for a suspended endpoint is due again. */
        void resume(Session session, Key key);

        /** What waits for a removed endpoint has failed. */
        void drop(Session session, Key key);
    }

    public CallbackEndpoints(Database database, Secrets secrets, UrlRule rule, Queue queue, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.secrets = secrets;
        this.rule = rule;
        this.queue = queue;
    }

    /** The endpoint, if the merchant has one of this kind. */
    public Optional<CallbackEndpoint> find(UUID organizationId, Kind kind) {
        return database.run(session -> find(session, organizationId, kind));
    }

    /** The same within a unit of work. */
    public Optional<CallbackEndpoint> find(Session session, UUID organizationId, Kind kind) {
        return CallbackEndpointStore.find(session, new Key(organizationId, kind));
    }

    /** Makes an endpoint, without an address yet; answers its signing secret. */
    String create(Session session, UUID organizationId, Kind kind) {
        var secret = SigningSecrets.webhook(random);
        CallbackEndpointStore.insert(session, new Key(organizationId, kind), seal(organizationId, secret));
        return secret;
    }

    /**
     * Sets where callbacks go and in which form; a suspended endpoint is used again. A new endpoint comes with its secret.
     *
     * @param form null keeps the form it has, {@code auto} for a new one
     * @throws io.tical.server.problem.Problem.Invalid when the address is not allowed
     */
    public Told save(UUID organizationId, Kind kind, String url, @Nullable Form form) {
        // Before the transaction: names are resolved here.
        rule.check(url);
        var key = new Key(organizationId, kind);
        return database.transaction(session -> {
            var known = CallbackEndpointStore.lock(session, key);
            var secret = known.isEmpty() ? create(session, organizationId, kind) : null;
            var kept = known.map(CallbackEndpoint::form).orElse(Form.AUTO);
            CallbackEndpointStore.set(session, key, url, form == null ? kept : form);
            queue.resume(session, key);
            return new Told(CallbackEndpointStore.find(session, key).orElseThrow(), secret);
        });
    }

    /** Replaces the signing secret; callbacks are signed with both for {@link #OVERLAP}. */
    public Told rotate(UUID organizationId, Kind kind) {
        var key = new Key(organizationId, kind);
        return database.transaction(session -> {
            lock(session, key);
            var secret = SigningSecrets.webhook(random);
            CallbackEndpointStore.rotate(
                    session, key, seal(organizationId, secret), clock.instant().plus(OVERLAP));
            return new Told(CallbackEndpointStore.find(session, key).orElseThrow(), secret);
        });
    }

    /** Forgets the endpoint and its secrets; what waits for it is not sent. */
    public void remove(UUID organizationId, Kind kind) {
        var key = new Key(organizationId, kind);
        database.transaction(session -> {
            lock(session, key);
            queue.drop(session, key);
            return CallbackEndpointStore.delete(session, key);
        });
    }

    /**
     * The secret that callbacks of this kind are signed with, {@code whsec_…}.
     *
     * @throws io.tical.server.problem.Problem.NotFound {@code CALLBACK_NOT_FOUND} when there is no such endpoint
     */
    public String signingSecret(UUID organizationId, Kind kind) {
        var key = new Key(organizationId, kind);
        var target = database.run(session -> targets(session, Set.of(key))).get(key);
        if (target == null) {
            throw notFound();
        }
        return target.secret();
    }

    /** Where callbacks to these endpoints go now; an endpoint that is not there has no entry. */
    public Map<Key, Target> targets(Session session, Collection<Key> keys) {
        var targets = new HashMap<Key, Target>();
        for (var stored : CallbackEndpointStore.targets(session, keys)) {
            var organizationId = stored.key().organizationId();
            var previous = stored.previousSecret();
            targets.put(
                    stored.key(),
                    new Target(
                            stored.url(),
                            stored.form(),
                            open(organizationId, stored.secret()),
                            previous == null ? null : open(organizationId, previous),
                            stored.suspended()));
        }
        return targets;
    }

    /** Notes that these endpoints answered with 2xx. One that was suspended is used again. */
    public void succeeded(Session session, Collection<Key> keys) {
        for (var key : CallbackEndpointStore.succeeded(session, keys)) {
            queue.resume(session, key);
        }
    }

    /** Notes that these endpoints failed; answers those that are suspended from now on. */
    public List<Key> failed(Session session, Collection<Key> keys) {
        return CallbackEndpointStore.failed(session, keys);
    }

    private static void lock(Session session, Key key) {
        if (CallbackEndpointStore.lock(session, key).isEmpty()) {
            throw notFound();
        }
    }

    private byte[] seal(UUID organizationId, String secret) {
        return secrets.seal(organizationId, secret.getBytes(StandardCharsets.UTF_8));
    }

    private String open(UUID organizationId, byte[] sealed) {
        return new String(secrets.open(organizationId, sealed), StandardCharsets.UTF_8);
    }

    private static RuntimeException notFound() {
        return Problem.NotFound.of("callback");
    }
}
