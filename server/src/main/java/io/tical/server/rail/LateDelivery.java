package io.tical.server.rail;

import io.tical.server.transaction.TimelineDetail;
import io.tical.server.transaction.TimelineItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A delivery of an attempt after it had ended, or a further transfer, in a timeline.
 *
 * @param amount minor units
 */
public record LateDelivery(
        Type type,
        int leg,
        int attempt,
        long amount,
        String currency,
        @Nullable String reference) implements TimelineDetail {
    /** The late deliveries of these attempts. */
    public static List<TimelineItem> items(Collection<Attempt> attempts, String currency) {
        var items = new ArrayList<TimelineItem>();
        for (var attempt : attempts) {
            var late = attempt.late();
            if (late != null) {
                var leg = attempt.leg();
                var further = attempt.isFurther();
                var title = further
                        ? String.format(Locale.ROOT, "a further transfer of leg %d arrived", leg)
                        : String.format(
                                Locale.ROOT,
                                "attempt %d of leg %d was delivered after it had ended",
                                attempt.number(),
                                leg);
                var detail = new LateDelivery(
                        further ? Type.FURTHER_TRANSFER : Type.LATE_DELIVERY,
                        leg,
                        attempt.number(),
                        late.amount(),
                        currency,
                        attempt.railReference());
                items.add(new TimelineItem(late.at(), "state", title, detail, null));
            }
        }
        return items;
    }
}
