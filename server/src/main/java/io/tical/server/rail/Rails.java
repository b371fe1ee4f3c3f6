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
     * The rail of this name, as attempts store it. It may not be the one that sends now, because the configuration may have changed since;
     * the manual rail is always found, and stands for files of payments, too. Empty if this service has no such rail.
     */
    public Optional<PayoutRail> named(boolean livemode, String name) {
        var sending = payout(livemode);
        if (name.equals(sending.name())) {
            return Optional.of(sending);
        }
        return name.equals(ManualRail.NAME) || name.equals(FiledLegs.RAIL)
                ? Optional.of(new ManualRail())
                : Optional.empty();
    }

    /** The largest amount of a payout in minor units: that of 1,000 transfers of the rail. */
    public long payoutMax(boolean livemode, CurrencyProfile currency) {
        return TRANSFERS_MAX * payout(livemode).transferMax(currency);
    }
}
