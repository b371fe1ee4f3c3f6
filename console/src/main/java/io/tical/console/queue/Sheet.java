package io.tical.console.queue;

import io.tical.console.part.Copyable;
import io.tical.console.part.PreparedViews;
import io.tical.console.part.Scrolling;
import io.tical.console.shell.Command;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;

/** An item as sections below each other. */
public final class Sheet<D> implements Evidence<D> {
    private final PreparedViews<D, List<Node>> sections;
    private final VBox content = new VBox(12);
    private final ScrollPane node = new ScrollPane(content);
    private final Function<D, List<Copy>> copies;
    private List<Command> commands = List.of();

    /**
     * A value that a key copies: {@code Ctrl} with its place in the list.
     *
     * @param key of the name of the key's effect
     */
    public record Copy(String key, String text) {}

    public Sheet(Function<D, List<Node>> sections) {
        this(sections, _ -> List.of());
    }

    /** @param copies the values of an item that keys copy */
    public Sheet(Function<D, List<Node>> sections, Function<D, List<Copy>> copies) {
        this.copies = copies;
        this.sections = new PreparedViews<>(sections);
        content.getStyleClass().add("evidence");
        node.setFitToWidth(true);
    }

    private Command command(int place, Copy value) {
        return Command.of("Shortcut+" + place, value.key(), () -> Copyable.copy(content, value.text()));
    }

    @Override
    public List<Command> commands() {
        return commands;
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
        var values = copies.apply(detail);
        commands = IntStream.range(0, values.size())
                .mapToObj(place -> command(place + 1, values.get(place)))
                .toList();
    }

    @Override
    public void clear() {
        content.getChildren().clear();
        commands = List.of();
    }
}
