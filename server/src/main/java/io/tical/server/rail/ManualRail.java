package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.time.Duration;

/** Staff carry the transfer out at their bank and record what came of it. */
public final class ManualRail implements PayoutRail {
    /** Whole units that a retail bank moves in one transfer. */
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
