package io.tical.server.payout;

import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that is to happen to a payout that exists. */
public sealed interface PayoutCommand {
    TransactionKey target();

    Actor actor();

    /** Whether a second run finds by itself that it has nothing left to do. One that a person decided on is never repeated. */
    default boolean repeatable() {
        return actor().requestId() == null
                && switch (this) {
                    case Fire fire ->
                        switch (fire.trigger()) {
                            case ACTIVATE, EXPIRE, COMPLETE_REFUND -> true;
                            case TEST_CONFIRM,
                                    CANCEL,
                                    APPROVE,
                                    REJECT,
                                    DELIVERED,
                                    PARTLY_DELIVERED,
                                    NOT_DELIVERED,
                                    LOSE_TRACK,
                                    RETRY,
                                    LATE_CONFIRM,
                                    REVERT -> false;
                        };
                    // An attempt is closed once.
                    case Report report -> report.version().isEmpty();
                    case Decide decide -> false;
                };
    }

    /** A transition that needs nothing but its trigger; {@code version} is checked when a person decided on what they saw. */
    record Fire(
            TransactionKey target,
            Actor actor,
            PayoutStatus.Trigger trigger,
            OptionalLong version,
            @Nullable String note)
            implements PayoutCommand {
        static Fire of(TransactionKey target, Actor actor, PayoutStatus.Trigger trigger) {
            return new Fire(target, actor, trigger, OptionalLong.empty(), null);
        }
    }

    /** What a rail, or staff for the manual rail, say became of an attempt. */
    record Report(
            TransactionKey target,
            Actor actor,
            int step,
            UUID attemptId,
            PayoutOutcome outcome,
            OptionalLong version,
            @Nullable String note)
            implements PayoutCommand {}

    /** Staff decide the legs whose outcome is unknown: all of them arrived, or none of them did. */
    record Decide(
            TransactionKey target,
            Actor actor,
            boolean arrived,
            OptionalLong version,
            @Nullable String note) implements PayoutCommand {}
}
