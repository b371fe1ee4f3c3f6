package io.tical.server.merchant;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.input.SeenVersion;
import io.tical.server.input.Texts;
import io.tical.server.merchant.ApiKey.Signing;
import io.tical.server.merchant.ApiKey.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's API keys and their signing secrets. A change takes effect immediately on this node, and within 5 s on
 * the others.
 *
 * @param author the author of changes, for the audit log
 */
public record ApiKeys(Database database, Configuration configuration, Secrets secrets, Clock clock, Actor author) {
    /** How long requests may also be signed with the previous secret after a rotation, as callbacks are. */
    public static final Duration OVERLAP = Duration.ofHours(24);

    private static final String RESOURCE = "api_key";
    private static final int NAME_LENGTH_MAX = 100;

    /** These use cases with this person as the author. */
    public ApiKeys by(Actor person) {
        return new ApiKeys(database, configuration, secrets, clock, person);
    }

    /**
     * The properties of a new key.
     *
     * @param livemode true for {@code sk_live_}
     * @param name 1 to 100 characters
     * @param scopes at least one
     * @param expiresAt when the key expires, in the future, or null
     */
    public record NewKey(
            boolean livemode,
            String name,
            Set<Scope> scopes,
            @Nullable Instant expiresAt) {
        /** A key with all scopes and no expiry. */
        public static NewKey full(boolean livemode, String name) {
            return new NewKey(livemode, name, EnumSet.allOf(Scope.class), null);
        }

        private void check(Instant now) {
            var errors = new ArrayList<Problem.FieldError>();
            if (name.isBlank() || Texts.length(name) > NAME_LENGTH_MAX) {
                errors.add(
                        new Problem.FieldError("name", "length", "must have 1 to " + NAME_LENGTH_MAX + " characters"));
            }
            if (scopes.isEmpty()) {
                errors.add(new Problem.FieldError("scopes", "required", "must name at least one scope"));
            }
            if (expiresAt != null && !expiresAt.isAfter(now)) {
                errors.add(new Problem.FieldError("expires_at", "past", "must be in the future"));
            }
            Problem.Invalid.check(errors);
        }
    }

    /** Creates a key with signing off. */
    public ApiKey.Created create(UUID organizationId, NewKey wanted) {
        wanted.check(clock.instant());
        return configuration.change(
                session -> audited(session, organizationId, create(session, organizationId, wanted)));
    }

    ApiKey.Created create(Session session, UUID organizationId, NewKey wanted) {
        return create(session, organizationId, wanted, Signing.OFF);
    }

    /** @param signing whether its requests must be signed; with a new secret if signing is on */
    private ApiKey.Created create(Session session, UUID organizationId, NewKey wanted, Signing signing) {
        var secret = ApiKeyFormat.generate(wanted.livemode());
        var now = clock.instant();
        var key = ApiKey.of(wanted, Ids.next(), ApiKeyFormat.shown(secret), now).signing(signing, now);
        var signingSecret = signing == Signing.OFF ? null : SigningSecrets.request();
        var sealed = signingSecret == null
                ? ApiKeyStore.SigningKeys.NONE
                : new ApiKeyStore.SigningKeys(seal(organizationId, signingSecret), null);
        ApiKeyStore.insert(
                session, organizationId, key, sealed, ApiKeyFormat.hash(ApiKeyFormat.pepper(secrets), secret));
        return new ApiKey.Created(key, secret, signingSecret);
    }

    private byte[] seal(UUID organizationId, String secret) {
        return secrets.seal(organizationId, secret.getBytes(StandardCharsets.UTF_8));
    }

    /** Lists the keys of both environments, newest first, including revoked keys. */
    public List<ApiKey> list(UUID organizationId) {
        return listed(organizationId).stream().map(ApiKey.Listed::key).toList();
    }

    /** The same keys, with their requests without a signature. */
    public List<ApiKey.Listed> listed(UUID organizationId) {
        return database.run(session -> ApiKeyStore.list(session, organizationId));
    }

    /**
     * Creates a key with the same name, scopes and expiry, and revokes the old one in the same transaction. If requests with the old one
     * must or may be signed, the same applies to the new one, with a new signing secret.
     */
    public ApiKey.Created regenerate(UUID organizationId, UUID keyId) {
        return configuration.change(session -> {
            var stored = locked(session, organizationId, keyId);
            changed(session, Trigger.REGENERATE, stored, stored.on(Trigger.REGENERATE, clock.instant()));
            var old = stored.key();
            var wanted = new NewKey(old.livemode(), old.name(), old.scopes(), old.expiresAt());
            return audited(session, organizationId, create(session, organizationId, wanted, old.signing()));
        });
    }

    /** Revokes a key and returns it. Has no effect on a key that is already revoked. */
    public ApiKey revoke(UUID organizationId, UUID keyId) {
        return configuration.change(session -> {
            var key = locked(session, organizationId, keyId);
            if (key.key().revokedAt() != null) {
                return key.key();
            }
            return changed(session, Trigger.REVOKE, key, key.on(Trigger.REVOKE, clock.instant()));
        });
    }

    /**
     * Turns request signing on: requests with and without a signature are accepted until {@link #requireSigning}. Returns the secret, which
     * is not shown again.
     *
     * @throws Problem.Conflict {@code SIGNING_ENABLED}
     */
    public String enableSigning(UUID organizationId, UUID keyId) {
        return configuration.change(session -> {
            var key = locked(session, organizationId, keyId);
            var now = clock.instant();
            var usable = key.on(Trigger.ENABLE_SIGNING, now);
            if (key.key().signing() != Signing.OFF) {
                throw new Problem.Conflict(
                        "SIGNING_ENABLED",
                        "Request signing is already on for this key; rotate its secret if you need a new one");
            }
            var secret = SigningSecrets.request();
            changed(
                    session,
                    Trigger.ENABLE_SIGNING,
                    key,
                    usable.signing(Signing.OPTIONAL, seal(organizationId, secret), now));
            return secret;
        });
    }

    /**
     * Refuses requests without a signature from now on.
     *
     * @param seen the version that the person saw
     * @throws Problem.Invalid if {@code seen} is null
     * @throws Problem.Conflict {@code SIGNING_MISSING} while signing is off; {@code VERSION_CONFLICT}
     */
    public ApiKey requireSigning(UUID organizationId, UUID keyId, @Nullable String seen) {
        return configuration.change(session -> {
            var key = signed(session, organizationId, keyId, seen);
            var now = clock.instant();
            var usable = key.on(Trigger.REQUIRE_SIGNING, now);
            return key.key().signing() == Signing.REQUIRED
                    ? key.key()
                    : changed(session, Trigger.REQUIRE_SIGNING, key, usable.requiring(now));
        });
    }

    /**
     * Replaces the signing secret. Requests may be signed with both for {@link #OVERLAP}. Returns the new one, which is not shown again.
     *
     * @param seen the version that the person saw: a second rotation would end the overlap of the first one
     * @throws Problem.Invalid if {@code seen} is null
     * @throws Problem.Conflict {@code SIGNING_MISSING} while signing is off; {@code VERSION_CONFLICT}
     */
    public String rotateSigning(UUID organizationId, UUID keyId, @Nullable String seen) {
        return configuration.change(session -> {
            var key = signed(session, organizationId, keyId, seen);
            var now = clock.instant();
            var usable = key.on(Trigger.ROTATE_SIGNING, now);
            var secret = SigningSecrets.request();
            changed(
                    session,
                    Trigger.ROTATE_SIGNING,
                    key,
                    usable.rotated(
                            seal(organizationId, secret), now.plus(OVERLAP).truncatedTo(ChronoUnit.MICROS)));
            return secret;
        });
    }

    private static ApiKeyStore.Stored signed(Session session, UUID organizationId, UUID keyId, @Nullable String seen) {
        var key = locked(session, organizationId, keyId);
        var version = named(seen);
        if (key.key().signing() == Signing.OFF) {
            throw new Problem.Conflict("SIGNING_MISSING", "Request signing is off for this key; turn it on first");
        }
        SeenVersion.require(version, key.key().version(), "API key");
        return key;
    }

    private static String named(@Nullable String seen) {
        if (seen == null) {
            throw new Problem.Invalid("version", "required", "is required: the version that you read");
        }
        return seen;
    }

    /**
     * Turns request signing off, deletes its secret and returns the key.
     *
     * @param seen the version that the person saw: a colleague may have rotated or required the secret since
     * @throws Problem.Invalid if {@code seen} is null
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public ApiKey disableSigning(UUID organizationId, UUID keyId, @Nullable String seen) {
        return configuration.change(session -> {
            var key = locked(session, organizationId, keyId);
            SeenVersion.require(named(seen), key.key().version(), "API key");
            var now = clock.instant();
            var kept = key.on(Trigger.DISABLE_SIGNING, now);
            return changed(session, Trigger.DISABLE_SIGNING, key, kept.signing(Signing.OFF, null, now));
        });
    }

    private ApiKey.Created audited(Session session, UUID organizationId, ApiKey.Created created) {
        var key = created.key();
        var act = new Act(organizationId, key.livemode(), "create", RESOURCE, key.id(), null, key, null);
        AuditEntry.insertLater(session, author, act, clock.instant());
        return created;
    }

    private ApiKey changed(Session session, Trigger trigger, ApiKeyStore.Stored old, ApiKeyStore.Stored now) {
        ApiKeyStore.update(session, now);
        var key = now.key();
        AuditEntry.insertLater(
                session,
                author,
                Act.change(now.organizationId(), key.livemode(), trigger.word(), RESOURCE, key.id(), old.key(), key),
                clock.instant());
        return key;
    }

    private static ApiKeyStore.Stored locked(Session session, UUID organizationId, UUID keyId) {
        return ApiKeyStore.lock(session, organizationId, keyId).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }
}
