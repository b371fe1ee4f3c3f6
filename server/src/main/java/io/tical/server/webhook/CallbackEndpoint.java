package io.tical.server.webhook;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Word;
import io.tical.server.input.SeenVersion;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of a merchant's callbacks of one kind, and its delivery state.
 *
 * @param url null until the merchant sets it
 * @param previousSecretUntil the end of the time in which callbacks are also signed with the previous secret, or null
 * @param lastSuccessAt the last 2xx response since the URL was saved, to the minute
 * @param failingSince the first failure since the last success or since the URL was saved; or null
 * @param suspendedAt when the endpoint was suspended because it had failed for {@link #SUSPENDED_AFTER}; null while it
 *     is active
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
    /** Whether a callback of that time would have the same form and signatures now. */
    public boolean isAsAt(Instant then, Instant now) {
        var until = previousSecretUntil;
        return then.isAfter(updatedAt) && (until == null || then.isBefore(until) == now.isBefore(until));
    }

    /** The version that a person saw, for changing it. The service's own state of deliveries is no part of it. */
    public String version() {
        return SeenVersion.of(kind, createdAt, updatedAt);
    }

    /** The version of an endpoint that does not exist. */
    public static String noVersion(Kind kind) {
        return SeenVersion.of(kind);
    }

    /** How long an endpoint may fail before it is suspended. */
    public static final Duration SUSPENDED_AFTER = Duration.ofHours(120);

    /** Its delivery state, and the table of its transitions. */
    enum State implements Word {
        /** Callbacks are sent. */
        ACTIVE,
        /** Callbacks are sent, and none was acknowledged since a failure. */
        FAILING,
        /** Callbacks are not sent. */
        SUSPENDED;

        /** The triggers of transitions. */
        enum Trigger implements Word {
            /** A callback was acknowledged. */
            SUCCEED,
            /** A callback was not acknowledged. */
            FAIL,
            /** A callback was not acknowledged after {@link CallbackEndpoint#SUSPENDED_AFTER} of failures. */
            GIVE_UP,
            /** An operator sends its deliveries again. */
            RESUME,
            /** The merchant saves its URL. */
            SAVE
        }

        static final StateTable<State, Trigger, NoEffect> TABLE = StateTable.of(
                "callback_endpoint",
                row(ACTIVE, Trigger.SUCCEED, ACTIVE),
                row(FAILING, Trigger.SUCCEED, ACTIVE),
                row(SUSPENDED, Trigger.SUCCEED, ACTIVE),
                row(ACTIVE, Trigger.FAIL, FAILING),
                row(FAILING, Trigger.GIVE_UP, SUSPENDED),
                row(SUSPENDED, Trigger.RESUME, ACTIVE),
                row(ACTIVE, Trigger.SAVE, ACTIVE),
                row(FAILING, Trigger.SAVE, ACTIVE),
                row(SUSPENDED, Trigger.SAVE, ACTIVE));
    }

    /** A new endpoint. */
    static CallbackEndpoint of(Kind kind, @Nullable String url, Form form, Instant now) {
        return new CallbackEndpoint(kind, url, form, null, null, null, null, now, now);
    }

    /**
     * This endpoint with another URL, and as if it had not been tried.
     *
     * @param form null keeps the current one
     */
    CallbackEndpoint saved(String url, @Nullable Form form, Instant now) {
        var kept = form == null ? this.form : form;
        var to = State.TABLE.on(state(), State.Trigger.SAVE).to();
        return new CallbackEndpoint(
                kind,
                url,
                kept,
                previousSecretUntil,
                null,
                to == State.FAILING ? failingSince : null,
                to == State.SUSPENDED ? suspendedAt : null,
                createdAt,
                now);
    }

    /** This endpoint with another secret, which replaces the previous one at that time. */
    CallbackEndpoint rotated(Instant overlapUntil, Instant now) {
        return new CallbackEndpoint(
                kind, url, form, overlapUntil, lastSuccessAt, failingSince, suspendedAt, createdAt, now);
    }

    State state() {
        return suspendedAt != null ? State.SUSPENDED : failingSince != null ? State.FAILING : State.ACTIVE;
    }

    /** The events that an endpoint receives. */
    public enum Kind implements Word {
        PAYIN,
        PAYOUT;

        /** The endpoint that receives an object's events. Settlements use the payout endpoint. */
        public static Kind of(EventType.Subject subject) {
            return switch (subject) {
                case PAYIN -> PAYIN;
                case PAYOUT, SETTLEMENT -> PAYOUT;
            };
        }
    }

    /** The format of callback bodies. */
    public enum Form implements Word {
        /**
         * The envelope for objects created with the v1 vocabulary, the transaction for objects created with the guide's
         * vocabulary.
         */
        AUTO,
        /** {@code {id, event, livemode, created_at, data}}. */
        ENVELOPE,
        /** The transaction itself. */
        TRANSACTION
    }

    /** Identifies a merchant's endpoint of one kind. */
    public record Key(UUID organizationId, Kind kind) {}

    /**
     * The endpoint's data that a delivery needs.
     *
     * @param url null if the URL was removed
     * @param secret {@code whsec_…}
     * @param previousSecret the previous secret while callbacks are signed with both; else null
     * @param suspended whether deliveries are suspended
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

    /** An endpoint with its new signing secret, which is not shown again; null if the secret did not change. */
    public record Saved(CallbackEndpoint endpoint, @Nullable String signingSecret) {
        @Override
        public String toString() {
            return endpoint.toString();
        }
    }
}
