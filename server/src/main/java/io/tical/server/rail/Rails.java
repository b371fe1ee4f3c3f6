package io.tical.server.rail;

/** Which rail carries what: the simulator for test keys, the configured one for live keys. */
public record Rails(PayoutRail test, PayoutRail live) {
    public PayoutRail payout(boolean livemode) {
        return livemode ? live : test;
    }
}
