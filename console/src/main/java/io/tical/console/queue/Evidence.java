package io.tical.console.queue;

import io.tical.console.shell.Command;
import java.util.List;
import javafx.scene.Node;

/** How an item is shown. */
public interface Evidence<D> {
    Node node();

    /** Makes what will show an item that was read. Runs in the background. */
    default void prepare(D detail) {}

    /** Shows an item. The same one again, when it was refreshed. */
    void show(D detail);

    /** Shows nothing. */
    void clear();

    /** Scrolls to its beginning, because another item is to be shown. */
    void top();

    /** Scrolls by about what is visible; {@code pages} is negative for back. */
    void scroll(int pages);

    /** Arranges its panes as they are at first. */
    default void resetLayout() {}

    /** The keys that work on it. */
    default List<Command> commands() {
        return List.of();
    }
}
