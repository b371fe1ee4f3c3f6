package io.tical.server.payout;

import io.tical.common.CurrencyProfile;
import io.tical.server.rail.Leg;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import java.time.Duration;
import java.util.function.Function;

/** A rail that answers what a test says, to a dispatch and to a poll. */
record TestRail(Function<Leg, PayoutOutcome> dispatching, Function<Leg, PayoutOutcome> polling) implements PayoutRail {
    static final PayoutOutcome.Sender SENDER = new PayoutOutcome.Sender("KBANK", "0987654321", "Tical");

    static TestRail of(Function<Leg, PayoutOutcome> answering) {
        return new TestRail(answering, answering);
    }

    static PayoutOutcome.Delivered delivered(long amount, String reference) {
        return new PayoutOutcome.Delivered(amount, reference, SENDER);
    }

    static PayoutOutcome.Failed failed() {
        return new PayoutOutcome.Failed(PayoutOutcome.FailureCode.NO_ACCOUNT, "no such account");
    }

    Rails rails() {
        return new Rails(this, this);
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public long transferMax(CurrencyProfile currency) {
        return currency.units(500_000);
    }

    @Override
    public Duration dispatchDelay() {
        return Duration.ZERO;
    }

    @Override
    public PayoutOutcome dispatch(Leg leg) {
        return dispatching.apply(leg);
    }

    @Override
    public PayoutOutcome poll(Leg leg) {
        return polling.apply(leg);
    }
}
