package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the timeline of one object and sorts it. */
public final class Timeline {
    private final Instant createdAt;
    private final List<Entry> entries = new ArrayList<>();

    /** @param createdAt the creation time of the object; no item is older */
    public Timeline(Instant createdAt) {
        this.createdAt = createdAt;
    }

    /** One item with its exact time; the item has whole seconds only. */
    public record Entry(Instant at, TimelineItem item) {
        public static Entry of(Instant at, String kind, String title, Object detail, @Nullable String requestId) {
            return new Entry(at, new TimelineItem(at.getEpochSecond(), kind, title, detail, requestId));
        }

        /**
         * A direct match. It discloses nothing about the other merchant.
         *
         * @param releasedAt null unless it was released
         */
        public static List<Entry> match(Instant openedAt, @Nullable Instant releasedAt) {
            var opened = of(openedAt, "match", "matched", Map.of("match", "open"), null);
            return releasedAt == null
                    ? List.of(opened)
                    : List.of(opened, of(releasedAt, "match", "match released", Map.of("match", "released"), null));
        }
    }

    private record Moved(String from, String to, String trigger, String actor) {}

    private record Posted(String debit, String credit, long amount, String currency) {}

    public Timeline changes(Collection<StateChange> changes) {
        return also(changes.stream().map(Timeline::entry).toList());
    }

    private static Entry entry(StateChange moved) {
        var change = moved.change();
        var actor = change.actor();
        var detail = new Moved(
                change.from(), change.to(), change.trigger(), actor.kind().word());
        return Entry.of(moved.at(), "state", change.from() + " → " + change.to(), detail, actor.requestId());
    }

    public Timeline postings(Collection<Transfer> transfers) {
        return also(transfers.stream().map(Timeline::entry).toList());
    }

    private static Entry entry(Transfer transfer) {
        var currency = transfer.wallet().currency();
        var detail = new Posted(transfer.debit().word(), transfer.credit().word(), transfer.amount(), currency);
        return Entry.of(transfer.createdAt(), "posting", transfer.operation(), detail, null);
    }

    /**
     * An entry older than its object gets the creation time. The creating transaction reads the clock before it
     * generates the id, which contains the creation time, and the clocks of nodes differ.
     */
    public Timeline also(Collection<Entry> others) {
        for (var one : others) {
            entries.add(
                    one.at().isBefore(createdAt)
                            ? new Entry(createdAt, one.item().at(createdAt))
                            : one);
        }
        return this;
    }

    /** The creation, then all entries, oldest first. Entries of one commit keep the order in which they were added. */
    public List<TimelineItem> after(TimelineItem creation) {
        var sorted = entries.stream().sorted(Comparator.comparing(Entry::at)).map(Entry::item);
        return Stream.concat(Stream.of(creation), sorted).toList();
    }
}
