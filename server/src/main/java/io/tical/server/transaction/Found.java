package io.tical.server.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of one step of a search.
 *
 * @param whole the rows whose reference or id is the text, or that have it elsewhere; they come first and do not count towards the page's
 *     limit; only in the first step
 * @param rows the others, newest first; one more than the page's limit, when there are that many
 * @param id reads the id of a row
 * @param searchedTo the last examined id, if the step ended before the page was full and before the oldest row; otherwise null
 */
public record Found<T>(
        List<T> whole,
        List<T> rows,
        Function<T, UUID> id,
        @Nullable UUID searchedTo) {
    /** A page of a list, which needs no further step. */
    public static <T> Found<T> page(List<T> rows, Function<T, UUID> id) {
        return new Found<>(List.of(), rows, id, null);
    }

    /** Where the next page or the next step begins; null at the end. */
    public @Nullable UUID next(int limit) {
        return rows.size() > limit ? id.apply(rows.get(limit - 1)) : searchedTo;
    }

    /** The rows of the page. */
    public List<T> shown(int limit) {
        var shown = new ArrayList<>(whole);
        shown.addAll(rows.subList(0, Math.min(rows.size(), limit)));
        return shown;
    }
}
