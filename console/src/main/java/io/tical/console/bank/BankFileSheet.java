package io.tical.console.bank;

import io.tical.common.admin.BankStatements.File;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * A file of a bank: what an import of it will do, and its statements.
 *
 * @param layout makes a layout for a file
 */
record BankFileSheet(Workspace workspace, OwnAccounts accounts, Consumer<File> layout) {
    List<Node> sections(BankFileItem item) {
        var sections = new ArrayList<Node>();
        sections.add(heading(item.file()));
        if (item.waits()) {
            sections.add(item.canImport() ? forecast(item) : faults(item));
        }
        item.statements()
                .forEach(statement ->
                        sections.add(new StatementSection(workspace, accounts, statement, item.isImported())));
        sections.add(file(item.file()));
        return sections;
    }

    private Node heading(File file) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var credits = file.credits();
        var currency = file.currency();
        var whose = texts.get("bank-statements.received-by", formats.time(file.receivedAt()), file.receivedBy());
        return credits == null || currency == null
                ? new Heading(formats, file, file.name(), whose)
                : new Heading(
                        formats, file, formats.signed(credits, currency), texts.get("queue.about", file.name(), whose));
    }

    /** Says what will happen before anything is decided. */
    private Node forecast(BankFileItem item) {
        var forecast = new ImportForecast(new BankFileWords(workspace.formats()), item);
        var box = section("forecast", "bank-statements.will");
        add(box, Kind.GOOD, forecast.fresh());
        add(box, forecast.pays() ? Kind.GOOD : Kind.NOTE, forecast.paying());
        add(box, Kind.NOTE, forecast.left());
        add(box, Kind.NOTE, forecast.known());
        add(box, Kind.ATTENTION, forecast.conflicts());
        return box;
    }

    private Node faults(BankFileItem item) {
        var words = new BankFileWords(workspace.formats());
        var box = section("faults", "bank-statements.cannot");
        box.getStyleClass().add("warned");
        if (item.faults().isEmpty()) {
            add(box, Kind.WRONG, workspace.texts().get("bank-statements.no-statement"));
        }
        item.faults().forEach(fault -> add(box, Kind.WRONG, words.fault(fault)));
        var next = new Wrapped(workspace.texts().get(next(item)));
        next.getStyleClass().add("quiet");
        box.getChildren().add(next);
        if (item.needsLayout() && workspace.operator().may("money")) {
            var make =
                    new Button(workspace.texts().get("bank-statements.layout") + "  L", new FontIcon(Feather.COLUMNS));
            make.setId("make-layout");
            make.setOnAction(_ -> layout.accept(item.file()));
            box.getChildren().add(make);
        }
        return box;
    }

    /** What can be done about it. */
    private String next(BankFileItem item) {
        if (!workspace.operator().may("money")) {
            return "bank-statements.next.reader";
        }
        if (item.needsLayout()) {
            return "bank-statements.next.layout";
        }
        if (!item.profiles().isEmpty()) {
            return "bank-statements.next.profile";
        }
        return item.lacksAccount() && !item.accounts().isEmpty()
                ? "bank-statements.next.account"
                : "bank-statements.next.discard";
    }

    private VBox section(String id, String key) {
        var title = new Label(workspace.texts().get(key));
        title.getStyleClass().add("section-title");
        var box = new VBox(title);
        box.setId(id);
        box.getStyleClass().add("section");
        return box;
    }

    private static void add(VBox box, Kind kind, String sentence) {
        if (!sentence.isEmpty()) {
            box.getChildren().add(remark(kind, sentence));
        }
    }

    static Remark remark(Kind kind, String sentence) {
        var remark = new Remark("");
        remark.say(kind, sentence);
        return remark;
    }

    private Node file(File file) {
        var texts = workspace.texts();
        var account = file.accountId();
        return new Facts(workspace.formats(), texts.get("bank-statements.file"))
                .text("bank-statements.column.name", file.name())
                .text("bank-statements.column.size", Formats.size(file.size()))
                .text("bank-statements.origin", texts.word("bank-statements.origin", file.origin()))
                .text("bank-statements.account", account == null ? null : accounts.name(account))
                .text("bank-statements.profile", file.profile())
                .time("bank-statements.changed", file.updatedAt())
                .copyable("bank-statements.hash", file.hash())
                .id("bank-statements.id", file.id());
    }
}
