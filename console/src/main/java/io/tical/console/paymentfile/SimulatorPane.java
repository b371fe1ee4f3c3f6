package io.tical.console.paymentfile;

import io.tical.console.export.FileSaving;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Gives an operator what the simulator, the bank of test money, says of a test file: its result, and the statement of the account. */
final class SimulatorPane extends VBox {
    private static final String TREE = "/admin/v1/simulator/";
    private static final String RESULT = "payment-files.simulator.result";
    private static final String STATEMENT = "payment-files.simulator.statement";

    private final Texts texts;
    private final Button result;
    private final Button statement;
    private final FileSaving saving;
    private @Nullable PaymentFileItem shown;

    SimulatorPane(Workspace workspace) {
        this.texts = workspace.texts();
        setId("simulator-pane");
        getStyleClass().add("section");
        var title = new Label(texts.get("payment-files.simulator"));
        title.getStyleClass().add("section-title");
        var what = new Remark("simulator-what");
        what.say(Kind.NOTE, texts.get("payment-files.simulator.what"));
        result = button("save-result", RESULT, "Ctrl+R", this::saveResult);
        statement = button("save-statement", STATEMENT, "Ctrl+D", this::saveStatement);
        result.setDisable(!workspace.operator().may("payouts"));
        statement.setDisable(!workspace.operator().may("money"));
        saving = new FileSaving(
                workspace,
                Stream.of(result, statement)
                        .filter(button -> !button.isDisabled())
                        .toList());
        getChildren().addAll(title, what, new FlowPane(8, 8, result, statement), saving);
        show(null);
    }

    private Button button(String id, String key, String shortcut, Runnable action) {
        var button = new Button(texts.get(key) + "  " + shortcut, new FontIcon(Feather.DOWNLOAD));
        button.setId(id);
        button.setMinWidth(USE_PREF_SIZE);
        button.setOnAction(_ -> action.run());
        return button;
    }

    void show(@Nullable PaymentFileItem item) {
        var before = shown;
        if (before == null
                || item == null
                || !before.file().id().equals(item.file().id())) {
            saving.clear();
        }
        shown = item;
        var visible = item != null && !item.file().livemode() && item.isAtBank();
        setVisible(visible);
        setManaged(visible);
    }

    private void saveResult() {
        var item = shown;
        if (item != null && isVisible() && !result.isDisabled()) {
            saving.save(
                    RESULT,
                    "R" + item.file().name() + ".xml",
                    TREE + "payment-files/" + item.file().id() + "/result");
        }
    }

    private void saveStatement() {
        var item = shown;
        if (item != null && isVisible() && !statement.isDisabled()) {
            saving.save(
                    STATEMENT,
                    "TEST" + item.account().accountNo() + ".xml",
                    TREE + "accounts/" + item.file().accountId() + "/statement");
        }
    }

    List<Command> commands() {
        return isVisible()
                ? List.of(
                        Command.of("Shortcut+R", RESULT, this::saveResult),
                        Command.of("Shortcut+D", STATEMENT, this::saveStatement))
                : List.of();
    }
}
