package io.tical.server.rail;

/** The payout rails: the simulator for test keys, the configured rail for live keys. */
public record Rails(PayoutRail test, PayoutRail live) {
    public PayoutRail payout(boolean livemode) {
        return livemode ? live : test;
    }
}
