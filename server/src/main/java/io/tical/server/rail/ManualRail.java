package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.time.Duration;

/** Staff make the transfer at their bank and record its outcome. */
public final class ManualRail implements PayoutRail {
    /** The largest transfer of a retail bank, in whole units. */
    private static final long TRANSFER_MAX_UNITS = 500_000;

    @Override
    public String name() {
        return "manual";
    }

    @Override
    public long transferMax(CurrencyProfile currency) {
        return currency.units(TRANSFER_MAX_UNITS);
    }

    @Override
    public Duration dispatchDelay() {
        return Duration.ZERO;
    }

    @Override
    public PayoutOutcome dispatch(Leg leg) {
        return new PayoutOutcome.Handed();
    }

    @Override
    public PayoutOutcome poll(Leg leg) {
        return new PayoutOutcome.Handed();
    }
}
