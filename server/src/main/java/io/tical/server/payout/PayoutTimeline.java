package io.tical.server.payout;

import io.tical.server.rail.Attempt;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import java.util.List;

/** The parts of a payout's timeline that come from the payout itself. */
final class PayoutTimeline {
    private PayoutTimeline() {}

    /** The matches, without the payers' identity. */
    static List<TimelineItem> matches(List<Attempt> attempts) {
        return attempts.stream()
                .filter(Attempt::byPayer)
                .flatMap(one ->
                        TimelineItem.match(one.createdAt(), one.state() == Attempt.State.DEAD ? one.closedAt() : null)
                                .stream())
                .toList();
    }

    /** The detail of the creation. Amounts are minor units. */
    record Created(String dialect, long amount, long fee, String currency, int legs) implements Timeline.Created {}

    static Created created(Payout payout) {
        var terms = payout.terms();
        var legs = payout.legs().size();
        return new Created(terms.dialect().word(), terms.amount(), terms.fee(), terms.currency(), legs);
    }
}
