package io.tical.server.payout;

import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something that shall happen to a payout that exists. */
sealed interface PayoutCommand extends Command {
    /** For the history. */
    @Nullable
    String note();

    // A command that a person gives in a request is recorded with the request's id instead.
    @Override
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
                    // An attempt ends only once.
                    case Report report -> report.version() == null;
                    case Decide decide -> false;
                };
    }

    /** A transition that needs nothing but its trigger. */
    record Fire(
            TransactionKey key,
            Trigger trigger,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayoutCommand {
        static Fire of(TransactionKey key, Trigger trigger, Actor actor) {
            return new Fire(key, trigger, actor, null, null);
        }

        static Fire of(TransactionKey key, Trigger trigger, StaffDecision by) {
            return new Fire(key, trigger, by.actor(), by.version(), by.note());
        }
    }

    /** The outcome of an attempt, as a rail reports it, or staff for the manual rail. */
    record Report(
            TransactionKey key,
            UUID attemptId,
            PayoutOutcome outcome,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements PayoutCommand {}

    /** Staff decide the legs whose outcome is unknown: all of them arrived, or none of them did. */
    record Decide(
            TransactionKey key,
            boolean arrived,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayoutCommand {}
}
