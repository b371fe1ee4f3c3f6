package io.tical.console.bank;

import io.tical.common.admin.BankStatements.File;
import io.tical.console.api.ApiProblem;
import io.tical.console.export.ExportBar;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Evidence;
import io.tical.console.queue.Sheet;
import io.tical.console.shell.Command;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A file of a bank, whose bytes can be saved as they came. */
final class BankFileEvidence implements Evidence<BankFileItem> {
    private static final String SAVE = "bank-statements.save";

    /** What names of files cannot have on some systems. */
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[\\\\/:*?\"<>|]");

    private final Workspace workspace;
    private final Consumer<File> layout;
    private final Sheet<BankFileItem> sheet;
    private final Button button = new Button(null, new FontIcon(Feather.DOWNLOAD));
    private final Wrapped words = new Wrapped("");
    private final FormState problem;
    private @Nullable BankFileItem shown;

    /** @param layout makes a layout for a file */
    BankFileEvidence(Workspace workspace, OwnAccounts accounts, Consumer<File> layout) {
        this.workspace = workspace;
        this.layout = layout;
        this.problem = new FormState(workspace.texts());
        button.setText(workspace.texts().get(SAVE) + "  Ctrl+S");
        button.setId("save-file");
        button.setMinWidth(Button.USE_PREF_SIZE);
        button.setOnAction(_ -> save());
        words.setId("saved");
        words.getStyleClass().addAll("quiet", "small");
        var said = new VBox(2, words, new ProblemReference(workspace.texts(), "save-reference", problem.reference()));
        HBox.setHgrow(said, Priority.ALWAYS);
        var bar = new HBox(12, button, said);
        bar.setAlignment(Pos.CENTER_LEFT);
        var sections = new BankFileSheet(workspace, accounts, layout);
        this.sheet = new Sheet<>(item ->
                Stream.concat(sections.sections(item).stream(), Stream.of(bar)).toList());
    }

    private void save() {
        var item = shown;
        if (item == null || button.isDisabled()) {
            return;
        }
        var to = workspace
                .saving()
                .choose(
                        workspace.texts().get(SAVE),
                        NOT_IN_NAMES.matcher(item.file().name()).replaceAll("_"));
        if (to != null) {
            button.setDisable(true);
            tell(workspace.texts().get("bank-statements.saving"));
            workspace.tasks().background().execute(() -> {
                var end = saved(item, to);
                workspace.tasks().ui().execute(() -> {
                    button.setDisable(false);
                    end.run();
                });
            });
        }
    }

    /** Returns an action that shows the result. */
    private Runnable saved(BankFileItem item, Path to) {
        var texts = workspace.texts();
        try {
            workspace.api().save(BankFileKind.TREE + "/" + item.file().id() + "/file", to);
            return () -> tell(texts.get("bank-statements.saved", to.getFileName()));
        } catch (ApiProblem refused) {
            return () -> {
                words.setText(texts.get("bank-statements.not-saved", Problems.sentence(texts, refused)));
                problem.tell(refused);
            };
        } catch (IOException e) {
            var why = ExportBar.why(texts, to, e);
            return () -> tell(texts.get("bank-statements.not-saved", why));
        }
    }

    private void tell(String sentence) {
        words.setText(sentence);
        problem.tell("");
    }

    @Override
    public Node node() {
        return sheet.node();
    }

    @Override
    public void prepare(BankFileItem item) {
        sheet.prepare(item);
    }

    @Override
    public void show(BankFileItem item) {
        if (shown == null || !shown.file().id().equals(item.file().id())) {
            tell("");
        }
        shown = item;
        sheet.show(item);
    }

    @Override
    public void clear() {
        shown = null;
        tell("");
        sheet.clear();
    }

    @Override
    public void top() {
        sheet.top();
    }

    @Override
    public void scroll(int pages) {
        sheet.scroll(pages);
    }

    @Override
    public List<Command> commands() {
        var item = shown;
        if (item == null) {
            return List.of();
        }
        var save = Command.of("Shortcut+S", SAVE, this::save);
        return item.waits() && workspace.operator().may("money")
                ? List.of(save, Command.of("L", "bank-statements.layout", () -> layout.accept(item.file())))
                : List.of(save);
    }
}
