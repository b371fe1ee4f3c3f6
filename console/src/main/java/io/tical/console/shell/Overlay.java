package io.tical.console.shell;

import io.tical.console.part.OverlayPanel;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** One panel over the screen at a time, such as the search. It takes all keys, and a click outside closes it. */
final class Overlay {
    private final StackPane root;
    private final Region below;
    private final Runnable closed;
    private @Nullable OverlayPanel shown;

    /**
     * @param root of the window
     * @param below what the panel covers
     * @param closed gives the focus back
     */
    Overlay(StackPane root, Region below, Runnable closed) {
        this.root = root;
        this.below = below;
        this.closed = closed;
        root.sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::keep);
    }

    boolean isOpen() {
        return shown != null;
    }

    /** Shows a panel instead of the one that is open. Answers whether that one could be closed. */
    boolean open(OverlayPanel panel) {
        if (!leave()) {
            return false;
        }
        shown = panel;
        below.setDisable(true); // neither a key nor the focus reaches it
        var shade = new StackPane(panel.root());
        shade.getStyleClass().add("shade");
        shade.setOnMousePressed(event -> {
            if (event.getTarget().equals(shade)) {
                leave();
            }
        });
        root.getChildren().add(shade);
        if (root.getScene() != null) {
            keep(root.getScene().getFocusOwner());
        }
        return true;
    }

    /** Closes the panel, unless something would be lost. Answers whether none is open. */
    boolean leave() {
        if (shown != null && !shown.mayClose()) {
            return false;
        }
        close();
        return true;
    }

    void close() {
        var panel = shown;
        shown = null;
        below.setDisable(false);
        root.getChildren().setAll(below);
        closed.run();
        if (panel != null) {
            panel.closed();
        }
    }

    /** Takes the panel away without asking it, and leaves the focus where it is. */
    void drop() {
        var panel = shown;
        shown = null;
        below.setDisable(false);
        root.getChildren().setAll(below);
        if (panel != null) {
            panel.closed();
        }
    }

    /** As of {@link OverlayPanel}. */
    boolean outlivesSession(Runnable leave) {
        return shown != null && shown.outlivesSession(leave);
    }

    /** Keeps the keyboard focus within the panel. */
    private void keep(@Nullable Node focused) {
        if (shown != null && (focused == null || isWithin(focused, below))) {
            first(shown.root()).orElse(shown.root()).requestFocus();
        }
    }

    private static boolean isWithin(Node node, Parent parent) {
        return Stream.<Node>iterate(node, Node::getParent)
                .takeWhile(one -> one != null)
                .anyMatch(parent::equals);
    }

    private static Optional<Node> first(Node node) {
        if (node.isFocusTraversable() && !node.isDisabled()) {
            return Optional.of(node);
        }
        return node instanceof Parent parent
                ? parent.getChildrenUnmodifiable().stream()
                        .flatMap(child -> first(child).stream())
                        .findFirst()
                : Optional.empty();
    }
}
