package io.tical.server.payout;

import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferName;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command on an existing payout. */
sealed interface PayoutCommand extends Command {
    /** The references of the transfers that it reports as payments of legs. */
    default Stream<String> references() {
        return switch (this) {
            case Fire fire -> Stream.empty();
            case Report report -> report.outcome().references();
            case ReportLeg report -> report.outcome().references();
            case ReportFurther report -> report.transfer().references();
            case DecideLegs decide -> Stream.ofNullable(decide.slip().reference());
            case ConfirmLate confirm -> Stream.ofNullable(confirm.slip().reference());
            case CompleteRefund refund -> Stream.ofNullable(refund.reference());
        };
    }

    /** The names of {@link #references}. */
    default Stream<TransferName> transfers() {
        return references().map(reference -> TransferName.of(reference, key().livemode()));
    }

    // A command of a person that CommandOperation.run executes is recorded with its request id.
    @Override
    default boolean repeatable() {
        return actor().requestId() == null
                && switch (this) {
                    case Fire fire -> fire.trigger().repeatable();
                    // An attempt ends at most once.
                    case Report report -> true;
                    case ReportLeg report -> false;
                    case ReportFurther report -> false;
                    case DecideLegs decide -> false;
                    case ConfirmLate confirm -> false;
                    case CompleteRefund refund -> false;
                };
    }

    /** A transition without further data. */
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

    /** A rail reports the outcome of an attempt, possibly repeatedly. */
    record Report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) implements PayoutCommand {}

    /**
     * Staff report the outcome of a leg that they transferred, or whose outcome the rail does not know; or that an attempt of it arrived
     * after all.
     *
     * @param leg its number
     * @param attemptId the attempt that it is about; null for the open one
     */
    record ReportLeg(
            TransactionKey key,
            int leg,
            @Nullable UUID attemptId,
            PayoutOutcome outcome,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements PayoutCommand {}

    /**
     * Staff report a transfer that arrived in addition to the recorded delivery of an attempt.
     *
     * @param leg the number of its leg
     */
    record ReportFurther(
            TransactionKey key,
            int leg,
            UUID attemptId,
            PayoutOutcome.Delivered transfer,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements PayoutCommand {}

    /** Staff decide the legs with an unknown outcome: all of them arrived, or none did. */
    record DecideLegs(
            TransactionKey key,
            boolean delivered,
            TransferSlip slip,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements PayoutCommand {}

    /**
     * Staff confirm that an expired payout was paid.
     *
     * @param slip the transfer that paid it
     */
    record ConfirmLate(
            TransactionKey key,
            TransferSlip slip,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayoutCommand {}

    /**
     * Staff complete a refund.
     *
     * @param reference of the transfer by which a delivered payout came back; null if it was not delivered
     */
    record CompleteRefund(
            TransactionKey key,
            @Nullable String reference,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayoutCommand {}
}
