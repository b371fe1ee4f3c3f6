package io.tical.server.payout;

import io.tical.server.transaction.TimelineItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a payout's timeline that come from the payout itself. */
final class PayoutTimeline {
    private PayoutTimeline() {}

    private record LateDelivery(
            int leg,
            int attempt,
            long amount,
            String currency,
            @Nullable String reference) {}

    static List<TimelineItem> lateDeliveries(Payout payout, List<Attempt> attempts) {
        var items = new ArrayList<TimelineItem>();
        for (var attempt : attempts) {
            var late = attempt.late();
            if (late != null) {
                var leg = attempt.step();
                var title =
                        "attempt %d of leg %d was delivered after it was abandoned".formatted(attempt.number(), leg);
                var currency = payout.terms().currency();
                var detail = new LateDelivery(leg, attempt.number(), late.amount(), currency, attempt.railReference());
                items.add(new TimelineItem(late.at(), "state", title, detail, null));
            }
        }
        return items;
    }

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
    record Created(String dialect, long amount, long fee, String currency, int legs) {}

    static Created created(Payout payout) {
        var terms = payout.terms();
        var legs = payout.steps().size();
        return new Created(terms.dialect().word(), terms.amount(), terms.fee(), terms.currency(), legs);
    }
}
