package io.tical.server.payout;

import io.tical.common.CurrencyProfile;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.PayoutRail;
import io.tical.server.rail.Rails;
import io.tical.server.rail.TransferOrder;
import java.time.Duration;
import java.util.function.Function;

/** A rail that answers what a test says, to a dispatch and to a poll. */
record TestRail(
        String name, Function<TransferOrder, PayoutOutcome> dispatching, Function<TransferOrder, PayoutOutcome> polling)
        implements PayoutRail {
    static final PayoutOutcome.Sender SENDER = new PayoutOutcome.Sender("KBANK", "0987654321", "Tical");

    static TestRail of(Function<TransferOrder, PayoutOutcome> answering) {
        return new TestRail("test", answering, answering);
    }

    static PayoutOutcome.Delivered delivered(long amount, String reference) {
        return new PayoutOutcome.Delivered(amount, reference, SENDER);
    }

    static PayoutOutcome.Failed failed() {
        return new PayoutOutcome.Failed(PayoutOutcome.FailureCode.NO_ACCOUNT, "no such account");
    }

    TestRail named(String other) {
        return new TestRail(other, dispatching, polling);
    }

    Rails rails() {
        return new Rails(this, this);
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
    public PayoutOutcome dispatch(TransferOrder order) {
        return dispatching.apply(order);
    }

    @Override
    public PayoutOutcome poll(TransferOrder order) {
        return polling.apply(order);
    }
}
