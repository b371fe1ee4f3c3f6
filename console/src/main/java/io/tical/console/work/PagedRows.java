package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.Page;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a list that the service answers in pages. The next page is fetched long before it is scrolled to. Of a list with several
 * pages, what is read again is merged with what is shown: changed and removed rows at their places, and new rows above the first one only
 * when they are asked for, so that nothing moves below the operator's eyes. Used on the thread of the user interface.
 */
public final class PagedRows<R> {
    /** Rows of a page: the maximum that the service returns. */
    public static final int PAGE = 100;

    /** The next page is fetched when fewer rows than this follow the last visible one. */
    private static final int AHEAD = 5 * PAGE;

    private final Tasks tasks;
    private final Function<String, Page<R>> source;
    private final Function<R, ?> id;
    private final ObservableList<R> rows = FXCollections.observableArrayList();
    private final ReadOnlyIntegerWrapper waiting = new ReadOnlyIntegerWrapper();
    private final List<Mark> marks = new ArrayList<>();
    private final Loader<Integer> loader;
    private @Nullable String next;
    private boolean fetching;
    private boolean reloading;
    /** Whether something has changed since the present reload began. */
    private boolean changedAgain;

    private int reloads;
    private int lists;
    private int lastVisible;

    /**
     * Where a fetched page begins.
     *
     * @param cursor of the page
     * @param first the id of its first row that is still shown
     */
    private record Mark(String cursor, Object first) {}

    /**
     * @param source fetches the page of a cursor; the first one with an empty text. Runs in the background.
     * @param id what a row and its later version have in common
     */
    public PagedRows(Tasks tasks, Clock clock, Function<String, Page<R>> source, Function<R, ?> id) {
        this.tasks = tasks;
        this.source = source;
        this.id = id;
        this.loader = new Loader<>(tasks, clock);
    }

    public ObservableList<R> rows() {
        return rows;
    }

    /** Of the first page; its value is how many rows it has. */
    public ReadOnlyObjectProperty<LoadState<Integer>> state() {
        return loader.state();
    }

    /** How many new rows stand above the first one and are not shown yet; at most {@link #PAGE}, which may be more. */
    public ReadOnlyIntegerProperty waiting() {
        return waiting.getReadOnlyProperty();
    }

    /** A page of the list as it is now; the first one with an empty text. Blocks. */
    public Page<R> page(String cursor) {
        return source.apply(cursor);
    }

    /** Whether the list has rows that are not fetched yet. */
    public boolean hasMore() {
        return next != null;
    }

    /** Forgets all rows, because another list is to be shown. */
    public void clear() {
        reloads++;
        lists++;
        rows.clear();
        marks.clear();
        waiting.set(0);
        next = null;
        changedAgain = false;
        loader.clear();
    }

    /** Fetches the first page again. Rows that are shown stay until the answer comes, and if it does not come. */
    public void reload() {
        reload(rows.size() > PAGE);
    }

    /** Shows the list from its beginning, with the new rows. */
    public void showWaiting() {
        reload(false);
    }

    /** @param merging whether the rows that are shown stay at their places */
    private void reload(boolean merging) {
        var reload = ++reloads;
        fetching = true;
        reloading = true;
        loader.load(() -> {
            var page = first(reload);
            tasks.ui().execute(() -> {
                if (reload == reloads) {
                    fetching = false;
                    reloading = false;
                    if (merging) {
                        merge(0, page);
                    } else {
                        replace(page);
                    }
                    fetchAhead();
                    reloadChanged();
                }
            });
            return page.items().size();
        });
    }

    /** One reload follows for all changes of which it was told meanwhile. */
    private void reloadChanged() {
        if (changedAgain) {
            changedAgain = false;
            changed();
        }
    }

    private void replace(Page<R> page) {
        lists++;
        next = page.next();
        waiting.set(0);
        marks.clear();
        mark("", page);
        if (!rows.equals(page.items())) {
            rows.setAll(page.items());
        }
    }

    private void mark(String cursor, Page<R> page) {
        if (!page.items().isEmpty()) {
            marks.add(new Mark(cursor, id.apply(page.items().getFirst())));
        }
    }

    private Page<R> first(int reload) {
        try {
            return source.apply("");
        } catch (ApiProblem problem) {
            tasks.ui().execute(() -> failed(reload));
            throw problem;
        }
    }

    /** Lets pages be fetched again, unless another reload fetches them. */
    private void failed(int reload) {
        if (reload == reloads) {
            fetching = false;
            reloading = false;
        }
    }

    /**
     * Rows have changed, whichever: reads the first page again, and the pages that the operator sees. Changes that follow fast are read
     * together, so that an answer is never overtaken by the next question.
     */
    public void changed() {
        if (reloading) {
            changedAgain = true;
            return;
        }
        reload();
        if (rows.size() > PAGE && marks.size() > 1) {
            var seen = marks.stream()
                    .filter(mark -> indexOf(mark.first()) <= lastVisible)
                    .toList();
            // What is visible together begins at most one page before the last one.
            seen.stream().skip(Math.max(1, seen.size() - 2L)).forEach(this::refetch);
        }
    }

    /** A row has changed, or there is a new one: reads the first page again, and the pages where the change may be seen. */
    public void changed(Object changedId) {
        reload();
        if (rows.size() <= PAGE || marks.size() < 2) {
            return;
        }
        var again = new HashSet<Mark>();
        var index = indexOf(changedId);
        marks.stream()
                .filter(mark -> index >= 0 && indexOf(mark.first()) <= index)
                .reduce((_, last) -> last)
                .ifPresent(again::add);
        if (next == null) { // of a list that begins with the oldest row, what is new comes at its end
            again.add(marks.getLast());
        }
        again.remove(marks.getFirst());
        again.forEach(this::refetch);
    }

    private void refetch(Mark mark) {
        var list = lists;
        tasks.run(
                () -> source.apply(mark.cursor()),
                page -> {
                    var from = indexOf(mark.first());
                    if (list == lists && from >= 0) {
                        merge(from, page);
                    }
                },
                _ -> {});
    }

    private int indexOf(Object wanted) {
        for (int index = 0; index < rows.size(); index++) {
            if (id.apply(rows.get(index)).equals(wanted)) {
                return index;
            }
        }
        return -1;
    }

    /** Takes a row off the list. */
    public void remove(int index) {
        var removed = id.apply(rows.get(index));
        var following = index + 1 < rows.size() ? id.apply(rows.get(index + 1)) : null;
        marks.replaceAll(
                mark -> mark.first().equals(removed) && following != null ? new Mark(mark.cursor(), following) : mark);
        rows.remove(index);
    }

    /**
     * Merges a page that was read again.
     *
     * @param from the index of the first row that the page may have
     */
    private void merge(int from, Page<R> page) {
        var places = new HashMap<Object, Integer>();
        for (int index = from; index < rows.size(); index++) {
            places.put(id.apply(rows.get(index)), index);
        }
        var known = page.items().stream().map(id).filter(places::containsKey).toList();
        if (known.isEmpty()) {
            waiting.set(from == 0 ? page.items().size() : waiting.get());
            return;
        }
        var begin = from == 0 ? firstKnown(page, places.keySet()) : 0;
        if (from == 0) {
            waiting.set(begin);
        }
        var whole = page.next() == null;
        var last = known.stream().mapToInt(places::get).max().orElseThrow();
        var end = whole ? rows.size() : last + 1;
        if (end == rows.size()) {
            next = page.next();
        }
        place(from, end, page.items().subList(begin, page.items().size()), places);
    }

    /** How many rows of a page are above the first one that is shown. */
    private int firstKnown(Page<R> page, Set<Object> known) {
        var index = 0;
        while (!known.contains(id.apply(page.items().get(index)))) {
            index++;
        }
        return index;
    }

    /** Replaces a range of rows, one row after the other: so the table stays where it is scrolled to, and the selected row selected. */
    private void place(int from, int end, List<R> fresh, Map<Object, Integer> places) {
        var wanted = new HashSet<Object>();
        fresh.forEach(row -> wanted.add(id.apply(row)));
        for (int index = end - 1; index >= from; index--) {
            if (!wanted.contains(id.apply(rows.get(index)))) {
                remove(index);
            }
        }
        var index = from;
        for (var row : fresh) {
            if (!places.containsKey(id.apply(row))) {
                rows.add(index, row);
            } else if (!rows.get(index).equals(row)) {
                rows.set(index, row);
            }
            index++;
        }
    }

    /** Tells which row is the last visible one. */
    public void visible(int index) {
        lastVisible = index;
        fetchAhead();
    }

    private void fetchAhead() {
        var cursor = next;
        if (cursor == null || fetching || rows.size() - lastVisible > AHEAD) {
            return;
        }
        fetching = true;
        var reload = reloads;
        tasks.run(
                () -> source.apply(cursor),
                page -> {
                    if (reload == reloads) {
                        fetching = false;
                        next = page.next();
                        mark(cursor, page);
                        rows.addAll(page.items());
                        fetchAhead();
                    }
                },
                problem -> failed(reload));
    }
}
