package io.tical.server.member;

import java.util.List;
import java.util.function.Function;

/** How the rows of a list become JSON, where something is read for the rows of a page together. */
@FunctionalInterface
public interface RowViews<T> {
    /** What makes the JSON of one of these rows. */
    Function<T, Object> of(List<T> rows);

    static <T> RowViews<T> each(Function<T, Object> view) {
        return _ -> view;
    }
}
