package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Conflict;
import io.tical.common.admin.BankStatements.Gap;
import io.tical.common.admin.BankStatements.Statement;
import io.tical.console.part.Chips;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Separator;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A statement of a file: whose and of which days it is, its sum as on paper, what proves it, and what an operator should know. */
final class StatementSection extends VBox {
    /** Conflicts and remarks that are named. */
    private static final int NAMED_MAX = 20;

    private final Formats formats;
    private final Texts texts;
    private final BankFileWords words;
    private final Statement statement;

    /** @param imported whether it counts already, so that nothing of it is new */
    StatementSection(Workspace workspace, OwnAccounts accounts, Statement statement, boolean imported) {
        super(12);
        this.formats = workspace.formats();
        this.texts = workspace.texts();
        this.words = new BankFileWords(formats);
        this.statement = statement;
        getStyleClass().addAll("section", "statement");
        var title = new Wrapped(accounts.name(statement.accountId()));
        title.getStyleClass().add("section-title");
        var about = new Wrapped(texts.get(
                "bank-statements.about",
                words.period(statement.from(), statement.to()),
                texts.word("bank-statements.kind", statement.kind()),
                statement.format()));
        about.getStyleClass().add("quiet");
        getChildren().addAll(new VBox(2, title, about), sum(), proof());
        if (!imported) {
            getChildren().add(counts());
        }
        if (statement.gap() != null) {
            getChildren().add(gap(statement.gap()));
        }
        if (!imported && statement.conflictCount() > 0) {
            getChildren().add(conflicts());
        }
        if (!statement.notices().isEmpty()) {
            getChildren().add(remarks());
        }
    }

    /** Opening, entries and closing below each other, as people add. */
    private Node sum() {
        var grid = new GridPane(12, 6);
        grid.getStyleClass().add("sum");
        var names = new ColumnConstraints();
        names.setHgrow(Priority.ALWAYS);
        names.setMinWidth(0);
        var amounts = new ColumnConstraints();
        amounts.setHalignment(HPos.RIGHT);
        amounts.setMinWidth(Region.USE_PREF_SIZE);
        grid.getColumnConstraints().addAll(names, amounts);
        var opening = statement.opening();
        var closing = statement.closing();
        var entries = words.counted("bank-statements.entries", statement.entries());
        if (opening == null || closing == null) {
            grid.addRow(0, new Wrapped(entries), amount(texts.get("bank-statements.balances.none"), "quiet"));
            return grid;
        }
        var derived = statement.openingDerived() ? "bank-statements.opening.derived" : "bank-statements.opening";
        grid.addRow(0, new Wrapped(texts.get(derived)), amount(money(opening), ""));
        var moved = Math.subtractExact(closing, opening);
        grid.addRow(
                1,
                new Wrapped(entries),
                amount(formats.signed(moved, statement.currency()), moved > 0 ? "incoming" : ""));
        grid.add(new Separator(), 0, 2, 2, 1);
        var name = new Wrapped(texts.get("bank-statements.closing"));
        name.getStyleClass().add("strong");
        grid.addRow(3, name, amount(money(closing), "strong"));
        return grid;
    }

    private String money(long minor) {
        return words.money(minor, statement.currency());
    }

    private static Label amount(String text, String style) {
        var label = new Label(text);
        label.setMinWidth(USE_PREF_SIZE);
        label.getStyleClass().add("money");
        if (!style.isEmpty()) {
            label.getStyleClass().add(style);
        }
        return label;
    }

    private Node proof() {
        var kind = statement.proof().equals("proved") ? Kind.GOOD : Kind.ATTENTION;
        return BankFileSheet.remark(kind, texts.word("bank-statements.proof", statement.proof()));
    }

    /** How many entries are new, known and pending, and how many pay a payin. */
    private Node counts() {
        var line = new FlowPane(24, 8);
        line.getChildren()
                .addAll(
                        count("bank-statements.count.new", statement.fresh()),
                        count("bank-statements.count.paying", statement.payins()),
                        count("bank-statements.count.known", statement.known()));
        if (statement.pending() > 0) {
            line.getChildren().add(count("bank-statements.count.pending", statement.pending()));
        }
        return line;
    }

    private Node count(String key, long number) {
        var figure = new Label(Formats.count(number));
        figure.getStyleClass().add("count");
        var name = new Label(texts.get(key));
        name.getStyleClass().addAll("quiet", "small");
        return new VBox(figure, name);
    }

    private Node gap(Gap gap) {
        return BankFileSheet.remark(
                Kind.ATTENTION,
                texts.get(
                        "bank-statements.gap",
                        words.day(gap.until()),
                        money(gap.closing()),
                        money(gap.opening()),
                        formats.money(
                                Math.abs(Math.subtractExact(gap.opening(), gap.closing())), statement.currency())));
    }

    private Node conflicts() {
        var box = new VBox(6);
        box.setId("conflicts");
        box.getStyleClass().addAll("aside", "warned");
        var title = new Wrapped(words.counted("bank-statements.will.conflicts", statement.conflictCount()));
        title.getStyleClass().add("mismatch");
        box.getChildren().add(title);
        statement.conflicts().stream()
                .limit(NAMED_MAX)
                .forEach(conflict -> box.getChildren().add(conflict(conflict)));
        more(box, statement.conflictCount());
        return box;
    }

    private Node conflict(Conflict conflict) {
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var line = new HBox(
                8,
                Chips.warning(texts.word("bank-statements.conflict", conflict.kind())),
                new Label(words.day(conflict.day())));
        line.setAlignment(Pos.CENTER_LEFT);
        line.getChildren().addAll(space, amount(formats.signed(conflict.amount(), statement.currency()), ""));
        line.getChildren().forEach(part -> ((Region) part).setMinWidth(USE_PREF_SIZE));
        space.setMinWidth(0);
        return conflict.entryId() == null
                ? line
                : new VBox(2, line, new ObjectLink(texts, "bank_entry", conflict.entryId()));
    }

    private Node remarks() {
        var box = new VBox(4);
        var title = new Label(texts.get("bank-statements.remarks"));
        title.getStyleClass().addAll("quiet", "small");
        box.getChildren().add(title);
        var all = statement.notices().stream().map(words::remark).distinct().toList();
        shown(all).map(Wrapped::new).forEach(box.getChildren()::add);
        more(box, all.size());
        return box;
    }

    private static Stream<String> shown(List<String> all) {
        return all.stream().limit(NAMED_MAX);
    }

    private void more(VBox box, long all) {
        if (all > NAMED_MAX) {
            var label = new Label(texts.get("bank-statements.more", Formats.count(all - NAMED_MAX)));
            label.getStyleClass().add("quiet");
            box.getChildren().add(label);
        }
    }
}
