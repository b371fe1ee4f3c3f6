package io.tical.console.paymentfile;

import io.tical.console.api.ApiProblem;
import io.tical.console.export.ExportBar;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

    private final Workspace workspace;
    private final Texts texts;
    private final Button result;
    private final Button statement;
    private final Wrapped said = new Wrapped("");
    private final FormState problem;
    private @Nullable PaymentFileItem shown;
    private boolean saving;

    SimulatorPane(Workspace workspace) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.problem = new FormState(texts);
        setId("simulator-pane");
        getStyleClass().add("section");
        var title = new Label(texts.get("payment-files.simulator"));
        title.getStyleClass().add("section-title");
        var what = new Remark("simulator-what");
        what.say(Kind.NOTE, texts.get("payment-files.simulator.what"));
        result = button("save-result", RESULT, "Ctrl+R", this::saveResult);
        statement = button("save-statement", STATEMENT, "Ctrl+D", this::saveStatement);
        said.setId("simulator-saved");
        said.getStyleClass().addAll("quiet", "small");
        said.managedProperty().bind(said.textProperty().isNotEmpty());
        getChildren()
                .addAll(
                        title,
                        what,
                        new FlowPane(8, 8, result, statement),
                        said,
                        new ProblemReference(texts, "simulator-reference", problem.reference()));
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
            tell("");
        }
        shown = item;
        var visible = item != null && !item.file().livemode() && item.isAtBank();
        setVisible(visible);
        setManaged(visible);
        render();
    }

    private void render() {
        result.setDisable(saving || !workspace.operator().may("payouts"));
        statement.setDisable(saving || !workspace.operator().may("money"));
    }

    private void saveResult() {
        var item = shown;
        if (item != null && isVisible() && !result.isDisabled()) {
            save(
                    RESULT,
                    TREE + "payment-files/" + item.file().id() + "/result",
                    "R" + item.file().name() + ".xml");
        }
    }

    private void saveStatement() {
        var item = shown;
        if (item != null && isVisible() && !statement.isDisabled()) {
            save(
                    STATEMENT,
                    TREE + "accounts/" + item.file().accountId() + "/statement",
                    "TEST" + item.account().accountNo() + ".xml");
        }
    }

    private void save(String key, String path, String name) {
        var to = workspace.saving().choose(texts.get(key), name);
        if (to == null) {
            return;
        }
        saving = true;
        render();
        tell(texts.get("payment-files.saving"));
        workspace.tasks().background().execute(() -> {
            var end = saved(path, to);
            workspace.tasks().ui().execute(() -> {
                saving = false;
                end.run();
                render();
            });
        });
    }

    /** Returns an action that shows the result. */
    private Runnable saved(String path, Path to) {
        try {
            workspace.api().save(path, to);
            return () -> tell(texts.get("payment-files.simulator.saved", to.getFileName()));
        } catch (ApiProblem refused) {
            return () -> {
                said.setText(texts.get("payment-files.not-saved", Problems.sentence(texts, refused)));
                problem.tell(refused);
            };
        } catch (IOException e) {
            var why = ExportBar.why(texts, to, e);
            return () -> tell(texts.get("payment-files.not-saved", why));
        }
    }

    private void tell(String sentence) {
        said.setText(sentence);
        problem.tell("");
    }

    List<Command> commands() {
        return isVisible()
                ? List.of(
                        Command.of("Shortcut+R", RESULT, this::saveResult),
                        Command.of("Shortcut+D", STATEMENT, this::saveStatement))
                : List.of();
    }
}
