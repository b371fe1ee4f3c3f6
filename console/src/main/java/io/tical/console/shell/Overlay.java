package io.tical.console.shell;

import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** One panel over the screen at a time, such as the search. A click beside it closes it. */
final class Overlay {
    private final StackPane root;
    private final Region below;
    private final Runnable closed;

    /**
     * @param root of the window
     * @param below what the panel covers
     * @param closed gives the focus back
     */
    Overlay(StackPane root, Region below, Runnable closed) {
        this.root = root;
        this.below = below;
        this.closed = closed;
    }

    boolean isOpen() {
        return root.getChildren().size() > 1;
    }

    /** Shows a panel in the place of the one that is open. */
    void open(Region panel) {
        close();
        var shade = new StackPane(panel);
        shade.getStyleClass().add("shade");
        shade.setOnMousePressed(event -> {
            if (event.getTarget().equals(shade)) {
                close();
            }
        });
        root.getChildren().add(shade);
    }

    void close() {
        root.getChildren().setAll(below);
        closed.run();
    }
}
