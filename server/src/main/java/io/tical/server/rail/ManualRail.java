package io.tical.server.rail;

/** Staff make the transfer at their bank and record its outcome. */
public final class ManualRail implements PayoutRail {
    public static final String NAME = "manual";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PayoutOutcome dispatch(TransferOrder order) {
        return new PayoutOutcome.HandedToStaff();
    }

    @Override
    public PayoutOutcome poll(TransferOrder order) {
        return new PayoutOutcome.HandedToStaff();
    }
}
