package io.tical.console.queue;

import io.tical.console.part.Copyable;
import io.tical.console.part.Unbroken;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** What stands beside the form of a decision. */
final class AsideView {
    /** The characters of a number that two columns have room for in the narrowest window. */
    private static final int BESIDE_MAX = 22;

    private AsideView() {}

    /** Empty if there is nothing to compare. */
    static Optional<Node> of(Formats formats, Aside aside) {
        var node = switch (aside) {
            case Aside.Nothing _ -> null;
            case Aside.Differences differences ->
                differences.all().isEmpty() ? null : differences(formats.texts(), differences);
            case Aside.Account account -> account(formats, account);
        };
        return Optional.ofNullable(node);
    }

    /** One line a check, the expected value beside the found one; above it where the numbers are too long for that. */
    private static Node differences(Texts texts, Aside.Differences differences) {
        var grid = new GridPane(16, 4);
        grid.setId("differences");
        grid.getStyleClass().addAll("aside", "warned");
        var check = new ColumnConstraints();
        check.setMinWidth(Label.USE_PREF_SIZE);
        grid.getColumnConstraints().add(check);
        var beside = differences.all().stream().allMatch(one -> one.lineLength() <= BESIDE_MAX);
        if (beside) {
            grid.getColumnConstraints().addAll(half(), half());
            grid.addRow(0, new Label(), quiet(texts.get("queue.expected")), quiet(texts.get("queue.found")));
        }
        for (var one : differences.all()) {
            var name = new Label(one.check());
            var expected = value(one, one.expected());
            var found = value(one, one.found());
            found.getStyleClass().add("mismatch");
            if (beside) {
                grid.addRow(grid.getRowCount(), name, expected, found);
            } else {
                grid.add(name, 0, grid.getRowCount(), 2, 1);
                grid.addRow(grid.getRowCount(), quiet(texts.get("queue.expected")), expected);
                grid.addRow(grid.getRowCount(), quiet(texts.get("queue.found")), found);
            }
        }
        grid.getChildren().forEach(node -> GridPane.setValignment(node, VPos.TOP));
        return grid;
    }

    private static Label value(Aside.Difference difference, String text) {
        return difference.numbers() ? new Unbroken(text) : new Wrapped(text);
    }

    private static ColumnConstraints half() {
        var column = new ColumnConstraints();
        column.setHgrow(Priority.ALWAYS);
        column.setMinWidth(0);
        column.setPercentWidth(40);
        return column;
    }

    private static Node account(Formats formats, Aside.Account account) {
        var texts = formats.texts();
        var line = new FlowPane(16, 4);
        line.setId("pay-to");
        line.getStyleClass().add("aside");
        add(texts, line, "common.account.bank", account.bank());
        if (account.number() != null && !account.number().isBlank()) {
            line.getChildren().add(named(texts.get("common.account.number"), Copyable.number(texts, account.number())));
        }
        add(texts, line, "common.account.holder", account.holder());
        var amount = account.amount();
        if (amount != null) {
            var money = formats.money(amount, account.currency());
            line.getChildren()
                    .add(named(
                            texts.get("queue.to-transfer"),
                            new Copyable(texts, money, formats.amount(amount, account.currency()))));
        }
        return line;
    }

    private static void add(Texts texts, FlowPane line, String key, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            line.getChildren().add(named(texts.get(key), new Copyable(texts, value, value)));
        }
    }

    private static Node named(String name, Node value) {
        return new VBox(quiet(name), value);
    }

    private static Label quiet(String text) {
        var label = new Label(text);
        label.getStyleClass().addAll("quiet", "small");
        return label;
    }
}
