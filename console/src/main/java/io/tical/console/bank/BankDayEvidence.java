package io.tical.console.bank;

import io.tical.common.admin.BankDays.Detail;
import io.tical.console.export.FileSaving;
import io.tical.console.queue.Evidence;
import io.tical.console.queue.Sheet;
import io.tical.console.shell.Command;
import io.tical.console.shell.GoToQueue;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A day of an account, with the ways to its entries and its files. */
final class BankDayEvidence implements Evidence<Detail> {
    private final Workspace workspace;
    private final OwnAccounts accounts;
    private final Sheet<Detail> sheet;
    private final Button entries;
    private final Button document;
    private final FileSaving saving;
    private @Nullable Detail shown;

    BankDayEvidence(Workspace workspace, OwnAccounts accounts) {
        this.workspace = workspace;
        this.accounts = accounts;
        this.entries = button("bank-days.entries.show", "show-entries", "B", Feather.ARROW_RIGHT, this::showEntries);
        var list = button("bank-days.save.entries", "save-entries", "Ctrl+D", Feather.DOWNLOAD, this::saveEntries);
        var print = button("bank-days.save.page", "save-page", "Ctrl+P", Feather.PRINTER, this::savePage);
        this.document = button("bank-days.save.seal", "save-seal", "Ctrl+S", Feather.SHIELD, this::saveDocument);
        this.saving = new FileSaving(workspace, List.of(list, print, document));
        var bar = new VBox(8, new FlowPane(8, 8, entries, list, print, document), saving);
        var sections = new BankDaySheet(workspace, accounts);
        this.sheet = new Sheet<>(detail -> Stream.concat(sections.sections(detail).stream(), Stream.of(bar))
                .toList());
    }

    private Button button(String key, String id, String shortcut, Feather icon, Runnable action) {
        var button = new Button(workspace.texts().get(key) + "  " + shortcut, new FontIcon(icon));
        button.setId(id);
        button.setMinWidth(Button.USE_PREF_SIZE);
        button.setOnAction(_ -> action.run());
        return button;
    }

    /** Shows the entries of the day on their own screen: those that nobody has explained, if there are some. */
    private void showEntries() {
        if (shown != null) {
            var account = accounts.number(shown.day().accountId());
            entries.fireEvent(new GoToQueue(BankEntryKind.ofDay(shown.day(), account)));
        }
    }

    private void saveEntries() {
        save("/entries", ".csv");
    }

    private void savePage() {
        save("/page", ".html");
    }

    private void saveDocument() {
        if (shown != null && shown.day().number() != null) {
            save("/document", "-seal-" + shown.day().number() + ".txt");
        }
    }

    private void save(String path, String end) {
        if (shown != null) {
            var day = shown.day();
            var name = accounts.number(day.accountId()).replaceAll("[^A-Za-z0-9]+", "-") + "-"
                    + (day.livemode() ? "" : "test-") + day.day() + end;
            saving.save("bank-days.save", name, BankDayKind.TREE + "/" + day.id() + path);
        }
    }

    @Override
    public Node node() {
        return sheet.node();
    }

    @Override
    public void prepare(Detail detail) {
        sheet.prepare(detail);
    }

    @Override
    public void show(Detail detail) {
        if (shown == null || !shown.day().id().equals(detail.day().id())) {
            saving.clear();
        }
        shown = detail;
        var sealed = detail.day().number() != null;
        document.setVisible(sealed);
        document.setManaged(sealed);
        sheet.show(detail);
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
        if (shown == null) {
            return List.of();
        }
        var commands = new ArrayList<>(List.of(
                Command.of("B", "bank-days.entries.show", this::showEntries),
                Command.of("Shortcut+D", "bank-days.save.entries", this::saveEntries),
                Command.of("Shortcut+P", "bank-days.save.page", this::savePage)));
        if (shown.day().number() != null) {
            commands.add(Command.of("Shortcut+S", "bank-days.save.seal", this::saveDocument));
        }
        return commands;
    }
}
