package io.tical.server.timeline;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Collects what happened to one object from all who know of it, and puts it in order. */
public final class Timeline {
    private final List<Entry> entries = new ArrayList<>();

    /** One item with its exact time, which the item itself tells in whole seconds. */
    public record Entry(Instant at, TimelineItem item) {}

    public Timeline changes(Collection<StateChange> changes) {
        changes.forEach(change -> entries.add(new Entry(change.at(), TimelineItem.of(change))));
        return this;
    }

    public Timeline postings(Collection<Transfer> transfers) {
        transfers.forEach(transfer -> entries.add(new Entry(transfer.createdAt(), TimelineItem.of(transfer))));
        return this;
    }

    public Timeline also(Collection<Entry> others) {
        entries.addAll(others);
        return this;
    }

    /** Oldest first, behind the creation; what happened in one commit stays in the order in which it was added. */
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
