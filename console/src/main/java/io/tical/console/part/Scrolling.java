package io.tical.console.part;

import java.util.Objects;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;

/** Scrolls by the keyboard what has no focus of its own. */
public final class Scrolling {
    /** Of what is visible; the rest stays in view for orientation. */
    private static final double PAGE = 0.8;

    /** Around what is scrolled into view: the ring of the focus, and the name of a field. */
    private static final double MARGIN = 28;

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
        if (top.getMinY() - MARGIN < shown) {
            pane.setVvalue(Math.clamp((top.getMinY() - MARGIN) / hidden, 0, 1));
        } else if (top.getMaxY() + MARGIN > shown + visible) {
            pane.setVvalue(Math.clamp((top.getMaxY() + MARGIN - visible) / hidden, 0, 1));
        }
    }

    private static boolean isWithin(Node content, Node node) {
        return Stream.<Node>iterate(node, Objects::nonNull, Node::getParent).anyMatch(content::equals);
    }
}
