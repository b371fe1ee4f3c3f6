package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The payout rails: one for test keys, the simulator, and those of live keys, of which the last resort is staff who transfer at their bank.
 * While operators rehearse with files, staff have what test keys order, too.
 */
public final class Rails {
    private static final long TRANSFERS_MAX = 1_000;

    private final PayoutRail test;
    private final LiveRails live;
    private final BooleanSupplier rehearsing;

    /** @param rehearsing whether staff have what test keys order from now on */
    Rails(PayoutRail test, LiveRails live, BooleanSupplier rehearsing) {
        this.test = test;
        this.live = live;
        this.rehearsing = rehearsing;
    }

    /** @param live the only rail of live keys */
    public Rails(PayoutRail test, PayoutRail live) {
        this(test, new LiveRails(Map.of(), List.of(), live), () -> false);
    }

    /** Chooses the rails of attempts. */
    public Routing routing(boolean livemode) {
        return !livemode
                ? Routing.to(rehearsing.getAsBoolean() ? live.manual().name() : test.name())
                : live.rules().isEmpty() ? Routing.to(live.manual().name()) : live;
    }

    /** The rail that takes what no other takes: staff for live keys. */
    public PayoutRail lastResort(boolean livemode) {
        return livemode ? live.manual() : test;
    }

    /** The delay between the creation and the dispatch of a payout, during which it can be cancelled. */
    public Duration dispatchDelay(boolean livemode) {
        return lastResort(livemode).dispatchDelay();
    }

    /**
     * The rail of this name, as attempts store it. It may not be one that sends now, because the configuration may have changed since;
     * the manual rail is always found, and stands for files of payments, too. Empty if this service has no such rail.
     */
    public Optional<PayoutRail> named(boolean livemode, String name) {
        var found = livemode ? live.named(name) : Optional.of(test).filter(rail -> name.equals(rail.name()));
        return found.or(() -> name.equals(ManualRail.NAME) || name.equals(FiledLegs.RAIL)
                ? Optional.of(new ManualRail())
                : Optional.empty());
    }

    /**
     * The largest amount of one transfer of a new payout in minor units, by which it is split.
     *
     * @param bank of its destination
     * @param amount of the payout, at most {@link #payoutMax}
     */
    public long transferMax(boolean livemode, CurrencyProfile currency, String bank, long amount, Instant now) {
        return livemode ? live.transferMax(currency, bank, amount, TRANSFERS_MAX, now) : test.transferMax(currency);
    }

    /** The largest amount of a settlement in minor units, whatever rails can pay now: that of 1,000 transfers of the last resort. */
    public long settlementMax(boolean livemode, CurrencyProfile currency) {
        return TRANSFERS_MAX * lastResort(livemode).transferMax(currency);
    }

    /** The largest amount of a payout in minor units: that of 1,000 transfers of a rail that can pay now. */
    public long payoutMax(boolean livemode, CurrencyProfile currency, Instant now) {
        return TRANSFERS_MAX * (livemode ? live.transferMax(currency, now) : test.transferMax(currency));
    }
}
