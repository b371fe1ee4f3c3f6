package io.tical.server.settlement;

import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command on an existing settlement. */
sealed interface SettlementCommand extends Command {
    /** The references of the transfers that it reports as delivered. */
    default Stream<String> references() {
        return switch (this) {
            case Report report -> report.outcome().references();
            case StaffReport reported -> reported.outcome().references();
            case ReportFurther reported -> reported.transfer().references();
            case Retry retry -> Stream.empty();
        };
    }

    /** The names of {@link #references}. */
    default Stream<TransferName> transfers() {
        return references().map(reference -> TransferName.of(reference, key().livemode()));
    }

    @Override
    default boolean repeatable() {
        return switch (this) {
            // An attempt ends at most once.
            case Report report -> true;
            case StaffReport reported -> false;
            case ReportFurther reported -> false;
            case Retry retry -> false;
        };
    }

    /** A rail reports the outcome of an attempt, possibly repeatedly. */
    record Report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) implements SettlementCommand {}

    /**
     * Staff report the outcome of the transfer that they made, or whose outcome the rail does not know. Or they report the late delivery
     * of an earlier attempt.
     *
     * @param attemptId the attempt that it is about; null for the open one
     */
    record StaffReport(
            TransactionKey key,
            @Nullable UUID attemptId,
            PayoutOutcome outcome,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements SettlementCommand {}

    /** Staff report a transfer that arrived in addition to the recorded delivery of an attempt. */
    record ReportFurther(
            TransactionKey key,
            UUID attemptId,
            PayoutOutcome.Delivered transfer,
            Actor actor,
            @Nullable Long version,
            @Nullable String note)
            implements SettlementCommand {}

    /** Staff send a settlement again whose outcome the rail does not know. */
    record Retry(
            TransactionKey key,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements SettlementCommand {}
}
