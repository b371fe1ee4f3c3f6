package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the timeline of one object and sorts it. */
public final class Timeline {
    private final Instant createdAt;
    private final List<TimelineItem> items = new ArrayList<>();

    /** @param createdAt the creation time of the object; no item is older */
    public Timeline(Instant createdAt) {
        this.createdAt = createdAt;
    }

    /** The detail of the creation of an object. */
    public interface Created extends TimelineDetail {
        @Override
        default Type type() {
            return Type.CREATION;
        }
    }

    private record Moved(String from, String to, String trigger, String actor) implements TimelineDetail {
        @Override
        public Type type() {
            return Type.CHANGE;
        }
    }

    private record Posted(String debit, String credit, long amount, String currency) implements TimelineDetail {
        @Override
        public Type type() {
            return Type.POSTING;
        }
    }

    public Timeline changes(Collection<StateChange> changes) {
        return also(changes.stream().map(Timeline::item).toList());
    }

    private static TimelineItem item(StateChange moved) {
        var change = moved.change();
        var actor = change.actor();
        var detail = new Moved(
                change.from(), change.to(), change.trigger(), actor.kind().word());
        return new TimelineItem(moved.at(), "state", change.from() + " → " + change.to(), detail, actor.requestId());
    }

    public Timeline postings(Collection<Transfer> transfers) {
        return also(transfers.stream().map(Timeline::item).toList());
    }

    private static TimelineItem item(Transfer transfer) {
        var currency = transfer.wallet().currency();
        var detail = new Posted(transfer.debit().word(), transfer.credit().word(), transfer.amount(), currency);
        return new TimelineItem(transfer.createdAt(), "posting", transfer.posting(), detail, null);
    }

    /**
     * An item older than its object gets the creation time. The creating transaction reads the clock before it generates
     * the id, which contains the creation time, and the clocks of nodes differ.
     */
    public Timeline also(Collection<TimelineItem> others) {
        others.forEach(one -> items.add(one.notBefore(createdAt)));
        return this;
    }

    /**
     * The creation, then all items, oldest first. Items of one commit keep the order in which they were added.
     *
     * @param requestId the id of the creating request
     */
    public List<TimelineItem> afterCreation(Created created, @Nullable String requestId) {
        var creation = new TimelineItem(createdAt, "state", "created", created, requestId);
        var sorted = items.stream().sorted(Comparator.comparing(TimelineItem::at));
        return Stream.concat(Stream.of(creation), sorted).toList();
    }
}
