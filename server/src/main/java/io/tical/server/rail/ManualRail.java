package io.tical.server.rail;

/** Staff make the transfer at their bank and record its outcome. */
public final class ManualRail implements PayoutRail {
    public static final String NAME = "manual";

    @Override
    public String name() {
        return NAME;
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
