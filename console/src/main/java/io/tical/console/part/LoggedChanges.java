package io.tical.console.part;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.console.text.Formats;
import java.util.TreeSet;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The values before and after a change, side by side, as the audit log has them. */
public final class LoggedChanges extends VBox {
    public LoggedChanges(Formats formats, @Nullable JsonNode before, @Nullable JsonNode after) {
        super(8);
        var texts = formats.texts();
        var grid = new GridPane();
        grid.getStyleClass().add("facts");
        for (var percent : new double[] {28, 36, 36}) {
            var column = new ColumnConstraints();
            column.setPercentWidth(percent);
            grid.getColumnConstraints().add(column);
        }
        grid.addRow(0, quiet(""), quiet(texts.get("audit.before")), quiet(texts.get("audit.after")));
        var shown = LoggedValues.of(formats, before, after);
        var names = new TreeSet<String>();
        addNames(names, before);
        addNames(names, after);
        for (var name : names) {
            if (!isSame(before, after, name)) {
                grid.addRow(
                        grid.getRowCount(),
                        quiet(shown.name(name)),
                        new Wrapped(shown.value(before, name)),
                        new Wrapped(shown.value(after, name)));
            }
        }
        var heading = new Label(texts.get("audit.changes"));
        heading.getStyleClass().add("section-title");
        getChildren().addAll(heading, grid);
        getStyleClass().add("section");
    }

    /** Whether there is nothing to show. */
    public static boolean isEmpty(@Nullable JsonNode before, @Nullable JsonNode after) {
        return isEmpty(before) && isEmpty(after);
    }

    private static boolean isEmpty(@Nullable JsonNode values) {
        return values == null || values.isNull() || values.isEmpty();
    }

    /** A value that did not change is not shown. */
    private static boolean isSame(@Nullable JsonNode before, @Nullable JsonNode after, String name) {
        return before != null
                && after != null
                && before.has(name)
                && before.get(name).equals(after.get(name));
    }

    private static void addNames(TreeSet<String> names, @Nullable JsonNode values) {
        if (values != null) {
            values.fieldNames().forEachRemaining(names::add);
        }
    }

    private static Label quiet(String text) {
        var label = new Wrapped(text);
        label.getStyleClass().add("quiet");
        return label;
    }
}
