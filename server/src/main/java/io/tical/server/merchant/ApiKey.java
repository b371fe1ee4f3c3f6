package io.tical.server.merchant;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.access.Scope;
import io.tical.server.input.SeenVersion;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key without its secret.
 *
 * @param prefix the beginning of the key, for display
 * @param signing whether requests must be signed
 * @param signingSince since when that is so; null while signing is off
 * @param previousSecretUntil until when requests may also be signed with the secret before the last rotation, or null
 * @param expiresAt when the key expires, or null
 * @param revokedAt when the key was revoked, or null
 */
public record ApiKey(
        UUID id,
        boolean livemode,
        String name,
        String prefix,
        Set<Scope> scopes,
        Signing signing,
        @Nullable Instant signingSince,
        @Nullable Instant previousSecretUntil,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {
    /**
     * A new key with its secret, which is shown only at creation.
     *
     * @param signingSecret of a key that replaces one with signing; null if signing is off
     */
    public record Created(
            ApiKey key, String secret, @Nullable String signingSecret) {}

    /** Whether requests must be signed. */
    public enum Signing implements Word {
        OFF,
        /** Requests with and without a signature are accepted; those without one are counted. */
        OPTIONAL,
        REQUIRED
    }

    /**
     * The requests without a signature while they were accepted.
     *
     * @param count since signing was turned on
     * @param lastAt when the last one was counted; null if there was none
     */
    public record Unsigned(long count, @Nullable Instant lastAt) {
        public static final Unsigned NONE = new Unsigned(0, null);
    }

    /** A key in a list. */
    public record Listed(ApiKey key, Unsigned unsigned) {}

    public enum Status implements Word {
        ACTIVE,
        REVOKED,
        EXPIRED;

        /** Time makes a key expire. Whatever its status, its signing secret can be deleted. */
        static final StateTable<Status, Trigger, NoEffect> TABLE = StateTable.of(
                "api_key",
                row(ACTIVE, Trigger.REVOKE, REVOKED),
                row(EXPIRED, Trigger.REVOKE, REVOKED),
                row(ACTIVE, Trigger.REGENERATE, REVOKED),
                row(ACTIVE, Trigger.ENABLE_SIGNING, ACTIVE),
                row(ACTIVE, Trigger.REQUIRE_SIGNING, ACTIVE),
                row(ACTIVE, Trigger.ROTATE_SIGNING, ACTIVE),
                row(ACTIVE, Trigger.DISABLE_SIGNING, ACTIVE),
                row(REVOKED, Trigger.DISABLE_SIGNING, REVOKED),
                row(EXPIRED, Trigger.DISABLE_SIGNING, EXPIRED));
    }

    /** The triggers of transitions. */
    enum Trigger implements Word {
        REVOKE,
        /** Another key takes its place. */
        REGENERATE,
        ENABLE_SIGNING,
        /** Requests without a signature are no longer accepted. */
        REQUIRE_SIGNING,
        /** Its signing secret is replaced. */
        ROTATE_SIGNING,
        DISABLE_SIGNING
    }

    /** A new key with signing off. */
    static ApiKey of(ApiKeys.NewKey wanted, UUID id, String prefix, Instant now) {
        var expiresAt = wanted.expiresAt();
        return new ApiKey(
                id,
                wanted.livemode(),
                wanted.name(),
                prefix,
                Set.copyOf(wanted.scopes()),
                Signing.OFF,
                null,
                null,
                now,
                expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MICROS),
                null);
    }

    /** @throws Problem.Conflict {@code API_KEY_STATUS_TRANSITION_INVALID} */
    ApiKey on(Trigger trigger, Instant now) {
        var status = statusAt(now);
        if (!Status.TABLE.allows(status, trigger)) {
            throw Status.TABLE.invalid("This API key was revoked or has expired; create a new one");
        }
        return switch (Status.TABLE.on(status, trigger).to()) {
            case REVOKED -> with(signing, signingSince, previousSecretUntil, revokedAt == null ? now : revokedAt);
            case ACTIVE, EXPIRED -> this;
        };
    }

    /** This key with signing as given, from now on. */
    ApiKey signing(Signing mode, Instant now) {
        return with(mode, mode == Signing.OFF ? null : now, null, revokedAt);
    }

    /** This key while requests may also be signed with the previous secret. */
    ApiKey rotated(Instant previousUntil) {
        return with(signing, signingSince, previousUntil, revokedAt);
    }

    private ApiKey with(
            Signing signing,
            @Nullable Instant signingSince,
            @Nullable Instant previousSecretUntil,
            @Nullable Instant revokedAt) {
        return new ApiKey(
                id,
                livemode,
                name,
                prefix,
                scopes,
                signing,
                signingSince,
                previousSecretUntil,
                createdAt,
                expiresAt,
                revokedAt);
    }

    /** The version that a person saw, for a change of its signing. */
    public String version() {
        return SeenVersion.of(
                id,
                signing,
                SeenVersion.part(signingSince),
                SeenVersion.part(previousSecretUntil),
                SeenVersion.part(revokedAt));
    }

    public Status statusAt(Instant now) {
        if (revokedAt != null) {
            return Status.REVOKED;
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? Status.EXPIRED : Status.ACTIVE;
    }
}
