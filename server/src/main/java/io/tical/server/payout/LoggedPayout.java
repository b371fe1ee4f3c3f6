package io.tical.server.payout;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A payout in the audit log. Amounts are minor units. */
record LoggedPayout(
        PayoutStatus status,
        List<Leg> steps,
        long delivered,
        long returned,
        @Nullable String failureCode,
        long version) {
    private record Leg(int number, LegStatus status, long transferAmount) {}

    static LoggedPayout of(Payout payout) {
        var progress = payout.progress();
        var totals = progress.totals();
        return new LoggedPayout(
                payout.status(),
                payout.legs().stream()
                        .map(leg -> new Leg(leg.number(), leg.status(), leg.delivered()))
                        .toList(),
                totals.delivered(),
                totals.returned(),
                progress.failureCode(),
                progress.version());
    }
}
