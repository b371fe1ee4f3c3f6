package io.tical.console.part;

import javafx.scene.control.ScrollPane;

/** Scrolls by the keyboard what has no focus of its own. */
public final class Scrolling {
    /** Of what is visible; the rest stays in view for orientation. */
    private static final double PAGE = 0.8;

    private Scrolling() {}

    /** Scrolls by about what is visible; {@code pages} is negative for back. */
    public static void by(ScrollPane pane, int pages) {
        var visible = pane.getViewportBounds().getHeight();
        var hidden = pane.getContent().getLayoutBounds().getHeight() - visible;
        if (hidden > 0) {
            pane.setVvalue(Math.clamp(pane.getVvalue() + pages * PAGE * visible / hidden, 0, 1));
        }
    }
}
