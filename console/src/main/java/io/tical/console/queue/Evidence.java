package io.tical.console.queue;

import javafx.scene.Node;

/** How an item is shown. */
public interface Evidence<D> {
    Node node();

    /** Shows an item. The same one again, when it was refreshed. */
    void show(D detail);

    /** Shows nothing. */
    void clear();
}
