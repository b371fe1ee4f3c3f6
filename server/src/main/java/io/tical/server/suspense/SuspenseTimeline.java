package io.tical.server.suspense;

import io.tical.db.Database;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TimelineSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The payments that a payin refused, in its timeline. */
public final class SuspenseTimeline implements TimelineSource {
    private final Database database;

    public SuspenseTimeline(Database database) {
        this.database = database;
    }

    @Override
    public List<Timeline.Entry> of(UUID organizationId, boolean livemode, UUID payinId) {
        var entries = new ArrayList<Timeline.Entry>();
        var items = database.run(session -> SuspenseStore.ofPayin(session, organizationId, livemode, payinId));
        for (var item : items) {
            entries.add(entry(item, item.createdAt(), "payment unallocated"));
            if (item.decision() != null) {
                entries.add(entry(
                        item,
                        item.updatedAt(),
                        "unallocated payment " + item.status().word()));
            }
        }
        return entries;
    }

    private static Timeline.Entry entry(SuspenseItem item, Instant at, String title) {
        var payment = item.payment();
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("suspense_id", item.key().id());
        detail.put("amount", payment.amount());
        detail.put("currency", payment.currency());
        detail.put("reference", payment.reference());
        detail.put("reason", payment.reason().word());
        return new Timeline.Entry(at, new TimelineItem(at.getEpochSecond(), "posting", title, detail, null));
    }
}
