package io.tical.server.load;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue in which sources take turns, so that a source's only item does not wait behind the many items of another. A newly arrived source
 * goes before sources that had a turn, so that its item does not wait for all sources of a flood (like in the queueing discipline FQ-CoDel,
 * RFC 8290). Every eighth turn is for the sources that had one. Not thread-safe.
 *
 * @param <T> items, which are compared by {@code equals}
 */
public final class TurnQueue<T> {
    private static final int ARRIVED_IN_A_ROW = 7;

    /** Sources without a turn since they arrived, in the order of arrival. */
    private final SequencedMap<String, Deque<T>> arrived = new LinkedHashMap<>();
    /** Sources that had a turn, the next one first. A source without items is removed at its turn. */
    private final SequencedMap<String, Deque<T>> returned = new LinkedHashMap<>();

    private int arrivedInARow;
    private int size;

    /** The number of items. */
    public int size() {
        return size;
    }

    /** The number of items of a source. */
    public int size(String source) {
        return items(source).size();
    }

    /** The number of items of the source with the most. */
    public int sizeOfMost() {
        return most().size();
    }

    public void add(String source, T item) {
        if (!returned.containsKey(source)) {
            arrived.computeIfAbsent(source, first -> new ArrayDeque<>());
        }
        items(source).add(item);
        size++;
    }

    /** Removes the item whose turn it is; null if the queue is empty. */
    public @Nullable T poll() {
        while (size > 0) {
            var arrives = !arrived.isEmpty() && (returned.isEmpty() || arrivedInARow < ARRIVED_IN_A_ROW);
            var next = (arrives ? arrived : returned).pollFirstEntry();
            var item = next.getValue().poll();
            if (item != null) {
                arrivedInARow = arrives ? arrivedInARow + 1 : 0;
                returned.put(next.getKey(), next.getValue());
                removed();
                return item;
            }
        }
        return null;
    }

    /** Removes the newest item of the source with the most; null if the queue is empty. */
    public @Nullable T pollNewestOfMost() {
        var newest = most().pollLast();
        if (newest != null) {
            removed();
        }
        return newest;
    }

    /** Removes an item. Returns false if it is not in the queue. */
    public boolean remove(String source, T item) {
        var found = items(source).remove(item);
        if (found) {
            removed();
        }
        return found;
    }

    private void removed() {
        size--;
        if (size == 0) {
            arrived.clear();
            returned.clear();
        }
    }

    private Deque<T> items(String source) {
        var items = arrived.getOrDefault(source, returned.get(source));
        return items == null ? new ArrayDeque<>() : items;
    }

    private Deque<T> most() {
        return Stream.concat(arrived.values().stream(), returned.values().stream())
                .max(Comparator.comparingInt(Deque::size))
                .orElseGet(ArrayDeque::new);
    }
}
