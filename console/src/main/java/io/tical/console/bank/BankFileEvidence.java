package io.tical.console.bank;

import io.tical.common.admin.BankStatements.File;
import io.tical.console.export.FileSaving;
import io.tical.console.queue.Evidence;
import io.tical.console.queue.Sheet;
import io.tical.console.shell.Command;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
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
    private final FileSaving saving;
    private @Nullable BankFileItem shown;

    /** @param layout makes a layout for a file */
    BankFileEvidence(Workspace workspace, OwnAccounts accounts, Consumer<File> layout) {
        this.workspace = workspace;
        this.layout = layout;
        var button = new Button(workspace.texts().get(SAVE) + "  Ctrl+S", new FontIcon(Feather.DOWNLOAD));
        button.setId("save-file");
        button.setMinWidth(Button.USE_PREF_SIZE);
        button.setOnAction(_ -> save());
        this.saving = new FileSaving(workspace, List.of(button));
        HBox.setHgrow(saving, Priority.ALWAYS);
        var bar = new HBox(12, button, saving);
        bar.setAlignment(Pos.CENTER_LEFT);
        var sections = new BankFileSheet(workspace, accounts, layout);
        this.sheet = new Sheet<>(item ->
                Stream.concat(sections.sections(item).stream(), Stream.of(bar)).toList());
    }

    private void save() {
        if (shown != null) {
            var file = shown.file();
            saving.save(
                    SAVE,
                    NOT_IN_NAMES.matcher(file.name()).replaceAll("_"),
                    BankFileKind.TREE + "/" + file.id() + "/file");
        }
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
            saving.clear();
        }
        shown = item;
        sheet.show(item);
    }

    @Override
    public void clear() {
        shown = null;
        saving.clear();
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
