package io.tical.server.merchant;

import io.tical.common.Word;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a merchant's callbacks of one kind go, and how that has been going.
 *
 * @param url null until the merchant sets it: then there is nothing to deliver to
 * @param previousSecretUntil until when callbacks are signed with the secret before the last rotation too, or null
 * @param lastSuccessAt the last answer of 2xx since the address was saved, to the minute
 * @param failingSince the first failure after the last success, or since the address was saved; or null
 * @param suspendedAt when it was given up because it had failed for {@link #SUSPENDED_AFTER}; null while it is used
 */
public record CallbackEndpoint(
        Kind kind,
        @Nullable String url,
        Form form,
        @Nullable Instant previousSecretUntil,
        @Nullable Instant lastSuccessAt,
        @Nullable Instant failingSince,
        @Nullable Instant suspendedAt,
        Instant createdAt,
        Instant updatedAt) {
    /** How long an endpoint may go without a success before nothing more is sent to it. */
    public static final Duration SUSPENDED_AFTER = Duration.ofHours(120);

    /** What an endpoint is told about. */
    public enum Kind implements Word {
        PAYIN,
        PAYOUT;

        /** The endpoint that is told of an object's events: settlements go to the payout endpoint. */
        public static Kind of(EventType.Subject subject) {
            return switch (subject) {
                case PAYIN -> PAYIN;
                case PAYOUT, SETTLEMENT -> PAYOUT;
            };
        }

        public static Optional<Kind> of(String word) {
            return Word.find(Kind.class, word);
        }
    }

    /** What the body of a callback is. */
    public enum Form implements Word {
        /** The envelope for what was created in the v1 vocabulary, the transaction for what was created in the guide's. */
        AUTO,
        /** {@code {id, event, livemode, created_at, data}}. */
        ENVELOPE,
        /** The transaction itself. */
        TRANSACTION;

        public static Optional<Form> of(String word) {
            return Word.find(Form.class, word);
        }
    }

    /** One merchant's endpoint of one kind. */
    public record Key(UUID organizationId, Kind kind) {}

    /**
     * What a delivery needs to know of its endpoint.
     *
     * @param url null when it was removed
     * @param secret {@code whsec_…}
     * @param previousSecret the one before, while callbacks are signed with both; else null
     * @param suspended whether nothing is sent to it now
     */
    public record Target(
            @Nullable String url,
            Form form,
            String secret,
            @Nullable String previousSecret,
            boolean suspended) {
        @Override
        public String toString() {
            return "Target[" + url + "]";
        }
    }

    /** An endpoint and a secret that is told this once; null when the endpoint keeps the one it had. */
    public record Told(CallbackEndpoint endpoint, @Nullable String signingSecret) {
        @Override
        public String toString() {
            return endpoint.toString();
        }
    }
}
