package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

        /** A direct match. It discloses nothing about the other merchant. */
        public static Entry matched(Instant at) {
            return of(at, "match", "matched", Map.of("match", "open"), null);
        }

        public static Entry matchReleased(Instant at) {
            return of(at, "match", "match released", Map.of("match", "released"), null);
        }
    }

    public Timeline changes(Collection<StateChange> changes) {
        changes.forEach(change -> add(new Entry(change.at(), TimelineItem.of(change))));
        return this;
    }

    public Timeline postings(Collection<Transfer> transfers) {
        transfers.forEach(transfer -> add(new Entry(transfer.createdAt(), TimelineItem.of(transfer))));
        return this;
    }

    public Timeline also(Collection<Entry> others) {
        others.forEach(this::add);
        return this;
    }

    /**
     * An entry older than its object gets the creation time. The creating transaction reads the clock before it
     * generates the id, which contains the creation time, and the clocks of nodes differ.
     */
    private void add(Entry entry) {
        entries.add(
                entry.at().isBefore(createdAt)
                        ? new Entry(createdAt, entry.item().at(createdAt))
                        : entry);
    }

    /** The creation, then all entries, oldest first. Entries of one commit keep the order in which they were added. */
    public List<TimelineItem> after(TimelineItem creation) {
        var items = new ArrayList<TimelineItem>();
        items.add(creation);
        entries.stream()
                .sorted(Comparator.comparing(Entry::at))
                .map(Entry::item)
                .forEach(items::add);
        return items;
    }
}
