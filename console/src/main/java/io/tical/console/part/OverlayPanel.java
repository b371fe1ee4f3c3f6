package io.tical.console.part;

import javafx.scene.layout.Region;

/** A panel over the screens, such as the search. */
public interface OverlayPanel {
    Region root();

    /** Whether nothing is lost when it closes. If something would be, it says what to do first. */
    default boolean mayClose() {
        return true;
    }
}
