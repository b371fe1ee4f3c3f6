package io.tical.server.transaction;

import io.tical.server.ledger.Transfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Collects what happened to one object from all who know of it, and puts it in order. */
public final class Timeline {
    private final Instant createdAt;
    private final List<Entry> entries = new ArrayList<>();

    /** @param createdAt when the object was created; nothing of it is older */
    public Timeline(Instant createdAt) {
        this.createdAt = createdAt;
    }

    /** One item with its exact time, which the item itself tells in whole seconds. */
    public record Entry(Instant at, TimelineItem item) {}

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
     * The creating transaction reads the clock before it makes the object's id, whose time is that of the creation, and the
     * clocks of two nodes differ: an entry that would be older than its object has the time of the creation.
     */
    private void add(Entry entry) {
        entries.add(
                entry.at().isBefore(createdAt)
                        ? new Entry(createdAt, entry.item().at(createdAt))
                        : entry);
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
