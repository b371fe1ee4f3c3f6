package io.tical.console.bank;

import io.tical.console.part.Wrapped;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Separator;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** Amounts below each other with their sum, as people add. */
final class SumGrid extends GridPane {
    private int rows;

    SumGrid() {
        super(20, 6);
        getStyleClass().add("sum");
        var names = new ColumnConstraints();
        names.setHgrow(Priority.ALWAYS);
        names.setMinWidth(0);
        getColumnConstraints().addAll(names, figures(), figures());
    }

    private static ColumnConstraints figures() {
        var figures = new ColumnConstraints();
        figures.setHalignment(HPos.RIGHT);
        figures.setMinWidth(Region.USE_PREF_SIZE);
        return figures;
    }

    /** The names of the columns. */
    void head(String first, String second) {
        addRow(rows++, new Label(""), figure(first, "quiet"), figure(second, "quiet"));
    }

    void row(String name, String first, String second) {
        row(name, first, second, "");
    }

    /** @param style of the row; empty for none */
    void row(String name, String first, String second, String style) {
        addRow(rows++, styled(new Wrapped(name), style), figure(first, style), figure(second, style));
    }

    /** A line, and what everything above comes to. */
    void total(String name, String amount) {
        add(new Separator(), 0, rows++, 3, 1);
        addRow(rows++, styled(new Wrapped(name), "strong"), figure("", ""), figure(amount, "strong"));
    }

    private static Label figure(String text, String style) {
        var label = new Label(text);
        label.setMinWidth(USE_PREF_SIZE);
        label.getStyleClass().add("money");
        styled(label, style);
        return label;
    }

    private static <N extends Node> N styled(N node, String style) {
        if (!style.isEmpty()) {
            node.getStyleClass().add(style);
        }
        return node;
    }
}
