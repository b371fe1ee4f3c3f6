package io.tical.console.slip;

import io.tical.common.admin.Slips;
import io.tical.console.part.Unbroken;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** What was expected of a slip against what was found, with the difference marked where it is. */
record SlipChecks(Workspace workspace, Slips.Detail slip) {
    /** Results of a comparison, the worst one first. */
    private static final List<String> RESULTS = List.of("mismatch", "unknown", "match");

    /** Checks that compare numbers. */
    private static final Set<String> ONE_LINE = Set.of("amount", "receiver");

    static boolean comparesNumbers(Slips.Check check) {
        return ONE_LINE.contains(check.check());
    }

    private SlipValues values() {
        return new SlipValues(workspace, slip);
    }

    private Texts texts() {
        return workspace.texts();
    }

    Node section() {
        var grid = new GridPane(12, 12);
        grid.getColumnConstraints().addAll(new ColumnConstraints(16), growing());
        for (var check : worstFirst(slip.checklist())) {
            grid.addRow(grid.getRowCount(), mark(check.result()), compared(check));
        }
        grid.getChildren().forEach(node -> GridPane.setValignment(node, VPos.TOP));
        var heading = new Label(texts().get("slips.checks"));
        heading.getStyleClass().add("section-title");
        var section = new VBox(8, heading, grid);
        section.getStyleClass().add("section");
        return section;
    }

    /** What differs is in view also where the room is small. */
    private static List<Slips.Check> worstFirst(List<Slips.Check> checks) {
        return checks.stream()
                .sorted(Comparator.comparing(check -> RESULTS.indexOf(check.result())))
                .toList();
    }

    /** One value where both are alike, otherwise both of them. */
    private Node compared(Slips.Check check) {
        var found = shown(check, values().found(check));
        var name = new Label(values().name(check));
        if (check.result().equals("match")) {
            name.setMinWidth(84);
            HBox.setHgrow(found, Priority.ALWAYS);
            return new HBox(8, name, found);
        }
        if (check.result().equals("mismatch")) {
            found.getStyleClass().add("mismatch");
        }
        var both = new GridPane(8, 2);
        both.getColumnConstraints().addAll(new ColumnConstraints(84), growing());
        both.addRow(0, quiet("slips.expected"), shown(check, values().expected(check)));
        both.addRow(1, quiet("slips.found"), found);
        both.getChildren().forEach(node -> GridPane.setValignment(node, VPos.TOP));
        var said = new Label(texts().word("status", check.result()));
        said.getStyleClass().addAll("small", "mark-" + check.result());
        var heading = new HBox(8, name, said);
        heading.setAlignment(Pos.BASELINE_LEFT);
        return new VBox(2, heading, both);
    }

    /** Numbers that are compared never break: where they break, digits are missed. */
    private static Label shown(Slips.Check check, String text) {
        return comparesNumbers(check) ? new Unbroken(text) : new Wrapped(text);
    }

    private static ColumnConstraints growing() {
        var constraints = new ColumnConstraints();
        constraints.setHgrow(Priority.ALWAYS);
        constraints.setMinWidth(0);
        return constraints;
    }

    private Label quiet(String key) {
        var label = new Label(texts().get(key));
        label.getStyleClass().addAll("quiet", "small");
        return label;
    }

    private Label mark(String result) {
        var icon = new FontIcon(
                switch (result) {
                    case "match" -> Feather.CHECK;
                    case "mismatch" -> Feather.X;
                    default -> Feather.HELP_CIRCLE;
                });
        var mark = new Label(null, icon);
        mark.getStyleClass().add("mark-" + result);
        mark.setAccessibleText(texts().word("status", result));
        return mark;
    }
}
