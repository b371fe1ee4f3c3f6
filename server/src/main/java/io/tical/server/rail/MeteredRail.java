package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Sample.Label;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts and times the calls of a payout rail. */
record MeteredRail(PayoutRail rail, Calls<MeteredRail.Result> dispatches, Calls<MeteredRail.Result> polls)
        implements PayoutRail {
    /** The outcome of a call. */
    enum Result implements Word {
        DELIVERED,
        FAILED,
        HANDED,
        UNKNOWN,
        NEVER_SENT,
        /** The call threw an exception. */
        ERROR;

        static Result of(PayoutOutcome outcome) {
            return switch (outcome) {
                case PayoutOutcome.Delivered delivered -> DELIVERED;
                case PayoutOutcome.Failed failed -> FAILED;
                case PayoutOutcome.HandedToStaff handed -> HANDED;
                case PayoutOutcome.Unknown unknown -> UNKNOWN;
                case PayoutOutcome.NeverSent neverSent -> NEVER_SENT;
            };
        }
    }

    static MeteredRail of(PayoutRail rail) {
        return new MeteredRail(rail, calls(rail, "dispatch"), calls(rail, "poll"));
    }

    private static Calls<Result> calls(PayoutRail rail, String operation) {
        return new Calls<>(Result.class, new Label("upstream", rail.name()), new Label("operation", operation));
    }

    @Override
    public String name() {
        return rail.name();
    }

    @Override
    public long transferMax(CurrencyProfile currency) {
        return rail.transferMax(currency);
    }

    @Override
    public Duration dispatchDelay() {
        return rail.dispatchDelay();
    }

    @Override
    public @Nullable String connection() {
        return rail.connection();
    }

    @Override
    public PayoutOutcome dispatch(TransferOrder order) {
        return dispatches.measure(() -> rail.dispatch(order), Result::of, Result.ERROR);
    }

    @Override
    public PayoutOutcome poll(TransferOrder order) {
        return polls.measure(() -> rail.poll(order), Result::of, Result.ERROR);
    }

    Stream<Calls<Result>> calls() {
        return Stream.of(dispatches, polls);
    }
}
