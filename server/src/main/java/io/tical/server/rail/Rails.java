package io.tical.server.rail;

import io.tical.common.CurrencyProfile;

/** The payout rails: the simulator for test keys, the configured rail for live keys. */
public record Rails(PayoutRail test, PayoutRail live) {
    private static final long TRANSFERS_MAX = 1_000;

    public PayoutRail payout(boolean livemode) {
        return livemode ? live : test;
    }

    /** The largest amount of a payout in minor units: that of 1,000 transfers of the rail. */
    public long payoutMax(boolean livemode, CurrencyProfile currency) {
        return TRANSFERS_MAX * payout(livemode).transferMax(currency);
    }
}
