package io.tical.server.session;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passkeys of merchants' users (WebAuthn). A passkey signs in without a username and a password: the authenticator verifies the user, so it
 * counts as both factors. It is valid only for the host for which it was created.
 */
public final class Passkeys {
    /** The maximum number of passkeys of a user. */
    private static final int OF_USER_MAX = 20;

    private final Database database;
    private final WebAuthn webAuthn;
    private final Clock clock;

    public Passkeys(Database database, Secrets secrets, Clock clock) {
        this.database = database;
        this.webAuthn = new WebAuthn(database, new Challenges(secrets.derive("passkey-challenge"), clock));
        this.clock = clock;
    }

    /** The rows that the audit proves. */
    public static BulkWrite<?> authenticatedTable() {
        return PasskeyStore.PASSKEYS;
    }

    /**
     * A passkey that has signed a challenge.
     *
     * @param challengedAt when the challenge was made
     */
    public record Signed(byte[] credentialId, Instant challengedAt, long signCount) {}

    public List<Passkey> list(PersonKey key) {
        return database.run(session -> PasskeyStore.list(session, key));
    }

    /** The number of passkeys of each user of an organization. */
    public Map<UUID, Long> counts(UUID organizationId) {
        return database.run(session -> PasskeyStore.counts(session, organizationId));
    }

    /**
     * The options with which a browser creates a passkey.
     *
     * @param token the token of the session; the challenge is valid only for this session
     * @param origin the origin of the page, or null if unknown
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE} for an origin for which browsers support no passkeys
     */
    public JsonNode creation(Directory.Person person, String token, @Nullable String origin) {
        return webAuthn.creation(person, token, origin);
    }

    /**
     * Registers a passkey.
     *
     * @param credential the browser's response, as JSON
     * @param first runs before anything else in the transaction, and locks the person
     * @throws Problem.Invalid if it does not answer a challenge of {@link #creation} for this session
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if it is registered, {@code PASSKEY_LIMIT_REACHED}
     */
    public Passkey register(
            Directory.Person person,
            String token,
            @Nullable String origin,
            String name,
            JsonNode credential,
            Actor by,
            Consumer<Session> first) {
        var passkey = webAuthn.created(person, token, origin, name, credential, clock.instant());
        insert(passkey, by, first);
        return passkey;
    }

    private void insert(Passkey passkey, Actor by, Consumer<Session> first) {
        database.transaction(session -> {
            first.accept(session);
            if (PasskeyStore.list(session, passkey.key()).size() >= OF_USER_MAX) {
                throw new Problem.Conflict(
                        "PASSKEY_LIMIT_REACHED",
                        "You have " + OF_USER_MAX + " passkeys; remove one that you do not use");
            }
            if (!PasskeyStore.insert(session, passkey)) {
                throw new Problem.Conflict("RESOURCE_EXISTS", "This passkey is already registered");
            }
            audit(session, by, "add_passkey", passkey.key(), null, named(passkey));
            return passkey;
        });
    }

    /**
     * Removes a passkey of the user.
     *
     * @throws Problem.NotFound {@code PASSKEY_NOT_FOUND}
     */
    public void remove(PersonKey key, UUID id, Actor by) {
        database.transaction(session -> {
            var passkey = PasskeyStore.list(session, key).stream()
                    .filter(one -> one.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of("passkey"));
            if (PasskeyStore.delete(session, key, id)) {
                audit(session, by, "remove_passkey", key, named(passkey), null);
            }
            return passkey;
        });
    }

    /** Deletes the passkeys of a user, in the caller's transaction. Returns whether there were any. */
    public boolean delete(Session session, PersonKey key) {
        return PasskeyStore.delete(session, key) > 0;
    }

    /**
     * The options with which a browser signs in with a passkey.
     *
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE}
     */
    public JsonNode request(@Nullable String origin) {
        return webAuthn.request(origin);
    }

    /**
     * Verifies the browser's response to {@link #request}.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID}
     */
    public Signed verify(@Nullable String origin, JsonNode credential) {
        return webAuthn.verify(origin, credential);
    }

    /**
     * The person who is to be locked before {@link #use}.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID} if it was removed
     */
    public PersonKey owner(Session session, Signed signed) {
        return PasskeyStore.find(session, signed.credentialId, false)
                .orElseThrow(Passkeys::refused)
                .key();
    }

    /**
     * Accepts a verified signature of a locked person, in the transaction that opens the session.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID} if it was removed meanwhile, or has signed in since its
     *     challenge was made
     */
    public void use(Session session, PersonKey owner, Signed signed) {
        var passkey = PasskeyStore.find(session, signed.credentialId, true)
                .filter(one -> one.key().equals(owner))
                .orElseThrow(Passkeys::refused);
        // A response is accepted once. As the row has a MAC, nobody else can make a response count again.
        if (!passkey.isNew(signed.challengedAt)) {
            throw refused();
        }
        // The counter of an authenticator only increases; an earlier value indicates a copy of it.
        if (passkey.signCount() > 0 && signed.signCount <= passkey.signCount()) {
            throw refused();
        }
        PasskeyStore.update(session, passkey.used(signed.signCount, signed.challengedAt, clock.instant()));
    }

    /** The exception of {@link #use} and {@link #verify}. */
    public static Problem refused() {
        return new Problem.Unauthorized(
                "PASSKEY_INVALID", "The passkey was not accepted; try again, or sign in with your password");
    }

    private static Map<String, String> named(Passkey passkey) {
        return Map.of("name", passkey.name(), "host", passkey.host());
    }

    private void audit(
            Session session, Actor by, String action, PersonKey key, @Nullable Object before, @Nullable Object after) {
        var act = new Act(key.organizationId(), action, "user", key.personId(), before, after);
        AuditEntry.insertLater(session, by, act, clock.instant());
    }
}
