package io.tical.server.transaction;

import io.tical.common.Word;
import java.util.Locale;

/** The types of events that merchants receive. */
public enum EventType implements Word {
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

    /** The type of object, as written in {@code X-Transaction-Type} and {@code transaction_type}. */
    public enum Subject implements Word {
        PAYIN,
        PAYOUT,
        SETTLEMENT
    }

    private final Subject subject;

    EventType(Subject subject) {
        this.subject = subject;
    }

    public Subject subject() {
        return subject;
    }

    /** The name of the event, such as {@code payout.partially_succeeded}. */
    @Override
    public String word() {
        return subject.word() + "."
                + name().substring(subject.name().length() + 1).toLowerCase(Locale.ROOT);
    }
}
