package io.tical.server.member;

import io.tical.server.transaction.Found;
import io.tical.server.transaction.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A search that reads step by step, from the newest row to the oldest.
 *
 * @param searches limits each step; nothing is held between two of them
 */
public record PartSteps<T>(LongReads searches, Function<Page, Found<T>> find) {
    Found<T> step(Page page) {
        return searches.read(() -> find.apply(page));
    }

    /** All steps of a page: one row more than its limit, when there are that many. */
    List<T> all(Page page) {
        var rows = new ArrayList<T>();
        for (var next = page; ; ) {
            var missing = page.limit() - rows.size();
            var found = step(new Page(Math.max(missing, 1), 0, next.before()));
            rows.addAll(found.whole());
            rows.addAll(found.rows());
            var searchedTo = found.searchedTo();
            if (rows.size() > page.limit() || searchedTo == null) {
                return rows.subList(0, Math.min(rows.size(), page.limit() + 1));
            }
            next = new Page(page.limit(), 0, searchedTo);
        }
    }
}
