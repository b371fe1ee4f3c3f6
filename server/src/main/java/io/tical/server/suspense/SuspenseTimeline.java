package io.tical.server.suspense;

import io.tical.db.Database;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The payments that a payin refused, in its timeline. */
public record SuspenseTimeline(Database database) implements TimelineSource {
    private record Detail(UUID suspenseId, long amount, String currency, String reference, String reason) {}

    @Override
    public List<Timeline.Entry> of(TransactionKey payin) {
        var entries = new ArrayList<Timeline.Entry>();
        for (var item : database.run(session -> SuspenseStore.ofPayin(session, payin))) {
            var payment = item.payment();
            var detail = new Detail(
                    item.key().id(),
                    payment.amount(),
                    payment.currency(),
                    payment.reference(),
                    payment.reason().word());
            entries.add(Timeline.Entry.of(item.createdAt(), "posting", "payment unallocated", detail, null));
            if (item.decision() != null) {
                var title = "unallocated payment " + item.status().word();
                entries.add(Timeline.Entry.of(item.updatedAt(), "posting", title, detail, null));
            }
        }
        return entries;
    }
}
