package io.tical.console.part;

import javafx.scene.layout.Region;

/** A panel over the screens, such as the search. */
public interface OverlayPanel {
    Region root();

    /** Whether nothing is lost when it closes. If something would be, it says what to do first. */
    default boolean mayClose() {
        return true;
    }

    /**
     * The session has ended. Whether the panel has to stay, because something would be lost.
     *
     * @param leave is run when nothing is lost any more, and the panel can be left
     */
    default boolean outlivesSession(Runnable leave) {
        return false;
    }

    /** It was closed. */
    default void closed() {}
}
