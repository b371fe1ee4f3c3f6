package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.Page;
import java.time.Clock;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a list that the service answers in pages. The next page is fetched long before it is scrolled to. Used on the
 * thread of the user interface.
 */
public final class PagedRows<R> {
    /** Rows of a page: the maximum that the service returns. */
    public static final int PAGE = 100;

    /** The next page is fetched when fewer rows than this follow the last visible one. */
    private static final int AHEAD = 5 * PAGE;

    private final Tasks tasks;
    private final Function<String, Page<R>> source;
    private final ObservableList<R> rows = FXCollections.observableArrayList();
    private final Loader<Integer> loader;
    private @Nullable String next;
    private boolean fetching;
    private int reloads;
    private int lastVisible;

    /** @param source fetches the page of a cursor; the first one with an empty text. Runs in the background. */
    public PagedRows(Tasks tasks, Clock clock, Function<String, Page<R>> source) {
        this.tasks = tasks;
        this.source = source;
        this.loader = new Loader<>(tasks, clock);
    }

    public ObservableList<R> rows() {
        return rows;
    }

    /** Of the first page; its value is how many rows it has. */
    public ReadOnlyObjectProperty<LoadState<Integer>> state() {
        return loader.state();
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
        rows.clear();
        next = null;
        loader.clear();
    }

    /** Fetches the first page again. Rows that are shown stay until the answer comes, and if it does not come. */
    public void reload() {
        var reload = ++reloads;
        fetching = true;
        loader.load(() -> {
            var page = first(reload);
            tasks.ui().execute(() -> {
                if (reload == reloads) {
                    fetching = false;
                    next = page.next();
                    if (!rows.equals(page.items())) {
                        rows.setAll(page.items());
                    }
                    fetchAhead();
                }
            });
            return page.items().size();
        });
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
                        rows.addAll(page.items());
                        fetchAhead();
                    }
                },
                problem -> failed(reload));
    }
}
