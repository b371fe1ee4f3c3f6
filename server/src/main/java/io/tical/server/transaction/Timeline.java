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

        /** A direct match. It discloses nothing about the other merchant. */
        public static Entry matched(Instant at) {
            return of(at, "match", "matched", Map.of("match", "open"), null);
        }

        public static Entry matchReleased(Instant at) {
            return of(at, "match", "match released", Map.of("match", "released"), null);
        }
    }

    public Timeline changes(Collection<StateChange> changes) {
        return also(changes.stream()
                .map(one -> new Entry(one.at(), TimelineItem.of(one)))
                .toList());
    }

    public Timeline postings(Collection<Transfer> transfers) {
        return also(transfers.stream()
                .map(one -> new Entry(one.createdAt(), TimelineItem.of(one)))
                .toList());
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
