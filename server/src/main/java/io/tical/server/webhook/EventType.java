package io.tical.server.webhook;

import io.tical.server.merchant.CallbackEndpoint.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What merchants are told about. */
public enum EventType {
    PAYIN_SUCCEEDED(Subject.PAYIN),
    PAYIN_FAILED(Subject.PAYIN),
    PAYIN_EXPIRED(Subject.PAYIN),
    PAYIN_REJECTED(Subject.PAYIN),
    PAYIN_REFUNDED(Subject.PAYIN),
    PAYOUT_SUCCEEDED(Subject.PAYOUT),
    PAYOUT_PARTIALLY_SUCCEEDED(Subject.PAYOUT),
    PAYOUT_FAILED(Subject.PAYOUT),
    PAYOUT_REFUNDED(Subject.PAYOUT),
    SETTLEMENT_COMPLETED(Subject.SETTLEMENT),
    SETTLEMENT_FAILED(Subject.SETTLEMENT);

    /** What kind of object an event tells of, and which endpoint hears of it. */
    public enum Subject {
        PAYIN(Kind.PAYIN),
        PAYOUT(Kind.PAYOUT),
        SETTLEMENT(Kind.PAYOUT);

        private final Kind endpoint;

        Subject(Kind endpoint) {
            this.endpoint = endpoint;
        }

        /** The kind as {@code X-Transaction-Type} and {@code transaction_type} write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        Kind endpoint() {
            return endpoint;
        }
    }

    private final Subject subject;

    EventType(Subject subject) {
        this.subject = subject;
    }

    public Subject subject() {
        return subject;
    }

    /** The name of the event, such as {@code payout.partially_succeeded}. */
    public String word() {
        return subject.word() + "."
                + name().substring(subject.name().length() + 1).toLowerCase(Locale.ROOT);
    }

    public static Optional<EventType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    }
}
