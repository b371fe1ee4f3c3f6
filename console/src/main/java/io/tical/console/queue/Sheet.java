package io.tical.console.queue;

import io.tical.console.part.PreparedViews;
import io.tical.console.part.Scrolling;
import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;

/** An item as sections below each other. */
public final class Sheet<D> implements Evidence<D> {
    private final PreparedViews<D, List<Node>> sections;
    private final VBox content = new VBox(12);
    private final ScrollPane node = new ScrollPane(content);

    public Sheet(Function<D, List<Node>> sections) {
        this.sections = new PreparedViews<>(sections);
        content.getStyleClass().add("evidence");
        node.setFitToWidth(true);
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void scroll(int pages) {
        Scrolling.by(node, pages);
    }

    @Override
    public void top() {
        node.setVvalue(0);
    }

    @Override
    public void prepare(D detail) {
        sections.prepare(detail);
    }

    @Override
    public void show(D detail) {
        content.getChildren().setAll(sections.take(detail));
    }

    @Override
    public void clear() {
        content.getChildren().clear();
    }
}
