package io.tical.console.part;

import java.util.Objects;
import java.util.stream.Stream;
import javafx.scene.Node;
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

    /** Scrolls so far that a node of the content is in view. */
    public static void show(ScrollPane pane, Node node) {
        var content = pane.getContent();
        if (content == null || !isWithin(content, node)) {
            return;
        }
        pane.layout();
        var visible = pane.getViewportBounds().getHeight();
        var hidden = content.getLayoutBounds().getHeight() - visible;
        if (hidden <= 0) {
            return;
        }
        var top = content.sceneToLocal(node.localToScene(node.getBoundsInLocal()));
        var shown = pane.getVvalue() * hidden;
        if (top.getMinY() < shown) {
            pane.setVvalue(Math.clamp(top.getMinY() / hidden, 0, 1));
        } else if (top.getMaxY() > shown + visible) {
            pane.setVvalue(Math.clamp((top.getMaxY() - visible) / hidden, 0, 1));
        }
    }

    private static boolean isWithin(Node content, Node node) {
        return Stream.<Node>iterate(node, Objects::nonNull, Node::getParent).anyMatch(content::equals);
    }
}
