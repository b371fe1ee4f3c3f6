package io.tical.server.payout;

import io.tical.server.ledger.Transfer;
import io.tical.server.transaction.MatchItems;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timeline of a payout for its merchant. */
final class PayoutTimeline {
    private PayoutTimeline() {}

    static List<TimelineItem> of(
            Payout payout,
            List<Attempt> attempts,
            List<StateChange> changes,
            List<Transfer> transfers,
            List<Timeline.Entry> deliveries) {
        return new Timeline(payout.createdAt())
                .also(lateDeliveries(payout, attempts))
                .changes(changes.stream()
                        .filter(change -> !change.trigger().equals(PayoutReports.LATE_DELIVERY))
                        .toList())
                .postings(transfers)
                .also(deliveries)
                .also(matches(attempts))
                .after(created(payout));
    }

    /** Late deliveries of abandoned attempts. */
    private static List<Timeline.Entry> lateDeliveries(Payout payout, List<Attempt> attempts) {
        var entries = new ArrayList<Timeline.Entry>();
        for (var attempt : attempts) {
            var late = attempt.late();
            if (late != null) {
                var detail = new LinkedHashMap<String, @Nullable Object>();
                detail.put("leg", attempt.step());
                detail.put("attempt", attempt.number());
                detail.put("amount", late.amount());
                detail.put("currency", payout.terms().currency());
                detail.put("reference", attempt.railReference());
                var title = "attempt %d of leg %d was delivered after it was abandoned"
                        .formatted(attempt.number(), attempt.step());
                entries.add(new Timeline.Entry(
                        late.at(), new TimelineItem(late.at().getEpochSecond(), "state", title, detail, null)));
            }
        }
        return entries;
    }

    /** The matches, without the payers' identity. */
    private static List<Timeline.Entry> matches(List<Attempt> attempts) {
        var entries = new ArrayList<Timeline.Entry>();
        for (var attempt : attempts) {
            if (attempt.byPayer()) {
                entries.add(MatchItems.matched(attempt.createdAt()));
                var closedAt = attempt.closedAt();
                if (attempt.state() == Attempt.State.DEAD && closedAt != null) {
                    entries.add(MatchItems.released(closedAt));
                }
            }
        }
        return entries;
    }

    private static TimelineItem created(Payout payout) {
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("dialect", payout.terms().dialect().word());
        detail.put("amount", payout.terms().amount());
        detail.put("fee", payout.terms().fee());
        detail.put("currency", payout.terms().currency());
        detail.put("legs", payout.steps().size());
        return new TimelineItem(
                payout.createdAt().getEpochSecond(),
                "state",
                "created",
                detail,
                payout.terms().requestId());
    }
}
