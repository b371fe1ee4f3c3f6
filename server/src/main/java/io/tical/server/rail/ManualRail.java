package io.tical.server.rail;

/** Staff make the transfer at their bank and record its outcome. */
public final class ManualRail implements PayoutRail {
    @Override
    public String name() {
        return "manual";
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
