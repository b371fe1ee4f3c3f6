package io.tical.server.member;

import io.tical.server.transaction.Page;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a list as the parts of a file. Each part is a page, which continues after the last row of the previous page, so rows that are
 * created meanwhile are not included. Holds no resources between two parts.
 */
final class Export<T> implements Iterator<byte[]> {
    private static final int ROWS = 1000;

    private final Function<Page, List<T>> rows;
    private final Function<T, UUID> id;
    private final Sheet.Lines<T> lines;
    private @Nullable Page next = new Page(ROWS, 0, null);

    /** @param rows reads a page of rows; takes its turn with other exports */
    Export(Function<Page, List<T>> rows, Function<T, UUID> id, Sheet.Lines<T> lines) {
        this.rows = rows;
        this.id = id;
        this.lines = lines;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public byte[] next() {
        var page = next;
        if (page == null) {
            throw new NoSuchElementException("the export is complete");
        }
        var found = rows.apply(page);
        var shown = found.subList(0, Math.min(found.size(), ROWS));
        next = found.size() > ROWS ? new Page(ROWS, 0, id.apply(shown.getLast())) : null;
        return page.before() == null ? lines.first(shown) : lines.of(shown);
    }
}
