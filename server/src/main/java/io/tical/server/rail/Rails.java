package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.util.Optional;

/** The payout rails that send: one for test keys, the simulator, and one for live keys, staff who transfer at their bank. */
public record Rails(PayoutRail test, PayoutRail live) {
    private static final long TRANSFERS_MAX = 1_000;

    public PayoutRail payout(boolean livemode) {
        return livemode ? live : test;
    }

    /**
     * The rail that has the attempts of this name. It may have been configured earlier, so it is not always the one that sends now. Staff
     * complete what they began, whichever rail replaced them. Empty if this service has no such rail.
     */
    public Optional<PayoutRail> named(boolean livemode, String name) {
        var sending = payout(livemode);
        if (name.equals(sending.name())) {
            return Optional.of(sending);
        }
        return name.equals(ManualRail.NAME) ? Optional.of(new ManualRail()) : Optional.empty();
    }

    /** The largest amount of a payout in minor units: that of 1,000 transfers of the rail. */
    public long payoutMax(boolean livemode, CurrencyProfile currency) {
        return TRANSFERS_MAX * payout(livemode).transferMax(currency);
    }
}
