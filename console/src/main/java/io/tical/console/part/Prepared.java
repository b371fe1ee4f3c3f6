package io.tical.console.part;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What shows an item, made on the thread of the background that read it, because nodes that are not in a window yet may be made on any
 * thread. The thread of the user interface takes it, and makes it itself where it was not prepared.
 */
public final class Prepared<D, V> {
    /** The item that is shown, the next one, and one that was read anew. */
    private static final int KEPT = 4;

    private final Function<D, V> make;
    private final Map<D, V> made = new IdentityHashMap<>();

    public Prepared(Function<D, V> make) {
        this.make = make;
    }

    public void prepare(D item) {
        var view = make.apply(item);
        synchronized (made) {
            if (made.size() >= KEPT) {
                made.clear(); // those that nobody took
            }
            made.put(item, view);
        }
    }

    /** Once for each time that it was prepared: nodes stand in one place. */
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
