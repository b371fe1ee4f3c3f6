package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.payin.PayinSlips;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The slips of a payin in its timeline: when each was uploaded and referred to operators, and how it was decided. */
public final class SlipTimeline implements PayinSlips {
    private final Database database;

    public SlipTimeline(Database database) {
        this.database = database;
    }

    @Override
    public boolean waiting(Session session, TransactionKey payin) {
        return SlipStore.ofPayin(session, payin).stream()
                .anyMatch(slip -> slip.progress().status() == SlipStatus.PENDING);
    }

    @Override
    public List<Timeline.Entry> of(UUID organizationId, boolean livemode, UUID payinId) {
        var items = new ArrayList<Timeline.Entry>();
        var slips = database.run(
                session -> SlipStore.ofPayin(session, new TransactionKey(organizationId, livemode, payinId)));
        for (var slip : slips) {
            var progress = slip.progress();
            items.add(item(
                    slip,
                    slip.uploadedAt(),
                    "slip uploaded",
                    "pending",
                    slip.upload().requestId()));
            if (progress.reviewAt() != null) {
                items.add(item(slip, progress.reviewAt(), "slip in review", "pending", null));
            }
            if (progress.status() != SlipStatus.PENDING && progress.decision() != null) {
                var decision = progress.decision();
                var word = progress.status().word();
                items.add(item(slip, progress.updatedAt(), "slip " + word, word, decision.requestId()));
            }
        }
        return items;
    }

    private static Timeline.Entry item(Slip slip, Instant at, String title, String status, @Nullable String requestId) {
        var decision = slip.progress().decision();
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("slip_id", slip.key().id());
        detail.put("number", slip.upload().number());
        detail.put("source", slip.upload().source().word());
        detail.put("status", status);
        detail.put(
                "reason",
                status.equals(SlipStatus.REJECTED.word()) && decision != null && decision.reason() != null
                        ? decision.reason().word()
                        : null);
        return new Timeline.Entry(at, new TimelineItem(at.getEpochSecond(), "slip", title, detail, requestId));
    }
}
