package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One item of an object's timeline for merchants. It does not contain the names of operators.
 *
 * @param at Unix seconds
 * @param detail a record or a map
 * @param kind {@code state}, {@code posting}, {@code delivery}, {@code slip} or {@code match}
 */
public record TimelineItem(
        long at,
        String kind,
        String title,
        Object detail,
        @Nullable String requestId) {
    TimelineItem at(Instant time) {
        return new TimelineItem(time.getEpochSecond(), kind, title, detail, requestId);
    }

    private record Moved(String from, String to, String trigger, String actor) {}

    static TimelineItem of(StateChange changed) {
        var change = changed.change();
        var detail = new Moved(
                change.from(),
                change.to(),
                change.trigger(),
                change.actor().kind().word());
        var title = change.from() + " → " + change.to();
        return new TimelineItem(
                changed.at().getEpochSecond(),
                "state",
                title,
                detail,
                change.actor().requestId());
    }

    private record Posted(String debit, String credit, long amount, String currency) {}

    static TimelineItem of(Transfer transfer) {
        var detail = new Posted(
                transfer.debit().word(),
                transfer.credit().word(),
                transfer.amount(),
                transfer.wallet().currency());
        return new TimelineItem(transfer.createdAt().getEpochSecond(), "posting", transfer.operation(), detail, null);
    }
}
