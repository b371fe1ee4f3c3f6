package io.tical.server.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of a table in the order of its key. They are read page by page, so memory holds one page. */
final class Pages<T> {
    private final Function<T, List<T>> next;
    private final Deque<T> page = new ArrayDeque<>();
    private @Nullable T last;

    /**
     * @param start a position before the first row
     * @param next the page of rows that follow a row; empty at the end
     */
    Pages(T start, Function<T, List<T>> next) {
        this.last = start;
        this.next = next;
    }

    /** The next row without taking it; null at the end. */
    @Nullable
    T peek() {
        if (page.isEmpty() && last != null) {
            page.addAll(next.apply(last));
            last = page.peekLast();
        }
        return page.peek();
    }

    /** Takes the next row. */
    T take() {
        var row = peek();
        if (row == null) {
            throw new NoSuchElementException();
        }
        page.remove();
        return row;
    }
}
