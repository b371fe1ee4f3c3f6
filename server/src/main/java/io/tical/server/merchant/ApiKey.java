package io.tical.server.merchant;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.access.Scope;
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
 * @param expiresAt when the key expires, or null
 * @param revokedAt when the key was revoked, or null
 */
public record ApiKey(
        UUID id,
        boolean livemode,
        String name,
        String prefix,
        Set<Scope> scopes,
        boolean signing,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {
    /** A new key with its secret, which is shown only at creation. */
    public record Created(ApiKey key, String secret) {}

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
                false,
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
            case REVOKED -> with(signing, revokedAt == null ? now : revokedAt);
            case ACTIVE, EXPIRED -> this;
        };
    }

    ApiKey signing(boolean on) {
        return with(on, revokedAt);
    }

    private ApiKey with(boolean signing, @Nullable Instant revokedAt) {
        return new ApiKey(id, livemode, name, prefix, scopes, signing, createdAt, expiresAt, revokedAt);
    }

    public Status statusAt(Instant now) {
        if (revokedAt != null) {
            return Status.REVOKED;
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? Status.EXPIRED : Status.ACTIVE;
    }
}
