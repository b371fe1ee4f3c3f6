package io.tical.server.slip;

import io.tical.common.Word;
import java.util.Optional;

/** The status of an uploaded slip as merchants and payers see it; {@link SlipStage} has the state machine. */
public enum SlipStatus implements Word {
    PENDING,
    /** It proved a payment: the payin's, or one that went into suspense. */
    ACCEPTED,
    /** It proves nothing; the payin stays as it is. */
    REJECTED;

    public static Optional<SlipStatus> of(String word) {
        return Word.find(SlipStatus.class, word);
    }
}
