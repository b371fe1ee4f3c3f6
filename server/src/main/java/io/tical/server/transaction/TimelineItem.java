package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One item of an object's timeline for merchants. It does not contain the names of operators.
 *
 * @param at Unix seconds
 * @param kind {@code state}, {@code posting}, {@code delivery}, {@code slip} or {@code match}
 */
public record TimelineItem(
        long at,
        String kind,
        String title,
        Map<String, @Nullable Object> detail,
        @Nullable String requestId) {
    TimelineItem at(Instant time) {
        return new TimelineItem(time.getEpochSecond(), kind, title, detail, requestId);
    }

    public static TimelineItem of(StateChange change) {
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("from", change.from());
        detail.put("to", change.to());
        detail.put("trigger", change.trigger());
        detail.put("actor", change.actor().kind().word());
        return new TimelineItem(
                change.at().getEpochSecond(),
                "state",
                change.from() + " → " + change.to(),
                detail,
                change.actor().requestId());
    }

    public static TimelineItem of(Transfer transfer) {
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("debit", transfer.debit().word());
        detail.put("credit", transfer.credit().word());
        detail.put("amount", transfer.amount());
        detail.put("currency", transfer.wallet().currency());
        return new TimelineItem(transfer.createdAt().getEpochSecond(), "posting", transfer.operation(), detail, null);
    }
}
