package io.tical.console.part;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Views of items. The background thread that reads an item creates its view; nodes may be created on any thread until they are in a window.
 * The user interface thread takes the view, or creates it if none was prepared.
 */
public final class PreparedViews<D, V> {
    /** The shown item, the next one, and one that was read again. */
    private static final int KEPT = 4;

    private final Function<D, V> make;
    private final Map<D, V> made = new IdentityHashMap<>();

    public PreparedViews(Function<D, V> make) {
        this.make = make;
    }

    public void prepare(D item) {
        var view = make.apply(item);
        synchronized (made) {
            if (made.size() >= KEPT) {
                made.clear(); // discards views that were not used
            }
            made.put(item, view);
        }
    }

    /** Returns a prepared view once, because a node can have only one parent. */
    public V take(D item) {
        synchronized (made) {
            var view = made.remove(item);
            if (view != null) {
                return view;
            }
        }
        return make.apply(item);
    }
}
