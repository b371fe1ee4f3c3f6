package io.tical.console.bank;

import io.tical.common.admin.BankProfiles.Entry;
import io.tical.common.admin.BankProfiles.Line;
import io.tical.common.admin.BankProfiles.Statement;
import io.tical.common.admin.BankProfiles.Trial;
import io.tical.common.admin.BankStatements;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A file as a layout reads it: its sums, what to check, and each line. */
final class LayoutPreview extends VBox {
    private static final PseudoClass FAULT = PseudoClass.getPseudoClass("fault");
    private static final PseudoClass BESIDE = PseudoClass.getPseudoClass("beside");
    private static final PseudoClass INCOMING = PseudoClass.getPseudoClass("incoming");
    private static final int REMARKS_MAX = 6;
    private static final double LINE_HEIGHT = 32;

    private final Formats formats;
    private final Texts texts;
    private final BankFileWords words;
    private final VBox head = new VBox(12);
    private final TableView<Line> lines = new TableView<>();
    private String currency = "THB";

    LayoutPreview(Formats formats, LayoutModel model) {
        super(16);
        this.formats = formats;
        this.texts = formats.texts();
        this.words = new BankFileWords(formats);
        setId("layout-preview");
        getStyleClass().add("layout-preview");
        lines.setId("layout-lines-table");
        lines.getStyleClass().add("rows");
        lines.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        lines.getColumns()
                .setAll(List.of(
                        column("bank-layout.line", 60, false, line -> String.valueOf(line.line())),
                        column("bank-layout.meaning.date", 112, false, this::day),
                        money("bank-layout.amount", 112, this::amount),
                        money("bank-layout.meaning.balance", 112, this::balance),
                        column("bank-layout.what", 280, true, this::what)));
        lines.setFixedCellSize(LINE_HEIGHT);
        lines.setRowFactory(_ -> new Row());
        lines.setPlaceholder(new Label(""));
        VBox.setVgrow(lines, Priority.ALWAYS);
        getChildren().addAll(head, lines);
        model.trial().subscribe(this::show);
    }

    private static final class Row extends TableRow<Line> {
        @Override
        protected void updateItem(@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            pseudoClassStateChanged(FAULT, line != null && line.fault() != null);
            pseudoClassStateChanged(BESIDE, line != null && line.entry() == null && line.fault() == null);
        }
    }

    private TableColumn<Line, String> column(String key, double width, boolean wide, Function<Line, String> text) {
        var column = new TableColumn<Line, String>(texts.get(key));
        column.setId(key);
        column.setPrefWidth(width);
        column.setMinWidth(wide ? 0 : width);
        if (!wide) {
            column.setMaxWidth(width * 1.5);
        }
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())));
        return column;
    }

    private TableColumn<Line, String> money(String key, double width, Function<Line, String> text) {
        var column = column(key, width, false, text);
        column.getStyleClass().add("money");
        column.setCellFactory(_ -> new TableCell<>() {
            {
                getStyleClass().add("money");
                setAlignment(Pos.CENTER_RIGHT);
            }

            @Override
            protected void updateItem(@Nullable String amount, boolean empty) {
                super.updateItem(amount, empty);
                setText(empty ? null : amount);
                pseudoClassStateChanged(INCOMING, !empty && amount != null && amount.startsWith("+"));
            }
        });
        return column;
    }

    private String day(Line line) {
        var entry = line.entry();
        return entry == null ? "" : words.day(entry.booked());
    }

    private String amount(Line line) {
        var entry = line.entry();
        return entry == null ? "" : (entry.amount() > 0 ? "+" : "") + bare(entry.amount());
    }

    private String balance(Line line) {
        var entry = line.entry();
        var balance = entry == null ? null : entry.balance();
        return balance == null ? "" : bare(balance);
    }

    /** Without its currency, which all lines have in common. */
    private String bare(long minor) {
        return (minor < 0 ? "\u2212" : "") + formats.amount(Math.abs(minor), currency);
    }

    private String money(long minor) {
        return minor < 0 ? formats.signed(minor, currency) : formats.money(minor, currency);
    }

    private String what(Line line) {
        var fault = line.fault();
        if (fault != null) {
            return words.fault(
                    new BankStatements.Fault(fault.code(), 0, fault.column(), fault.text(), fault.arguments()));
        }
        var entry = line.entry();
        return entry == null
                ? line.cells().stream().filter(cell -> !cell.isBlank()).collect(Collectors.joining("  ·  "))
                : what(entry);
    }

    private static String what(Entry entry) {
        return Stream.of(entry.partyName(), entry.partyAccount(), entry.text().replace('\n', ' '), entry.reference())
                .filter(text -> text != null && !text.isBlank())
                .distinct()
                .collect(Collectors.joining("  ·  "));
    }

    private void show(LoadState<Trial> state) {
        switch (state) {
            case LoadState.Loading<Trial> _ -> head.getChildren().setAll(quiet("bank-layout.reading"));
            case LoadState.Ready<Trial>(Trial trial) -> show(trial);
            case LoadState.Stale<Trial>(Trial trial, var _, ApiProblem problem) -> {
                show(trial);
                head.getChildren().addFirst(problem(problem));
            }
            case LoadState.Failed<Trial>(ApiProblem problem) ->
                head.getChildren().setAll(problem(problem));
        }
    }

    private Node problem(ApiProblem problem) {
        return BankFileSheet.remark(Kind.WRONG, Problems.sentence(texts, problem));
    }

    private Node quiet(String key) {
        var label = new Wrapped(texts.get(key));
        label.getStyleClass().add("quiet");
        return label;
    }

    private void show(Trial trial) {
        var nodes = new ArrayList<Node>();
        currency = trial.statements().isEmpty()
                ? currency
                : trial.statements().getFirst().currency();
        if (trial.passed()) {
            nodes.add(BankFileSheet.remark(
                    Kind.GOOD, words.counted("bank-layout.reads", trial.entries(), Formats.count(trial.count()))));
        } else if (trial.faults() > 0) {
            nodes.add(BankFileSheet.remark(Kind.WRONG, words.counted("bank-layout.faults", trial.faults())));
        }
        trial.problems().stream()
                .limit(REMARKS_MAX)
                .map(fault -> BankFileSheet.remark(Kind.WRONG, words.fault(fault)))
                .forEach(nodes::add);
        trial.statements().forEach(statement -> nodes.add(sum(statement)));
        trial.notices().stream()
                .limit(REMARKS_MAX)
                .map(notice -> BankFileSheet.remark(
                        notice.code().equals("BALANCE_DISAGREES") ? Kind.WRONG : Kind.ATTENTION, words.remark(notice)))
                .forEach(nodes::add);
        if (!trial.guesses().isEmpty()) {
            var guesses = new VBox(4);
            guesses.setId("layout-guesses");
            trial.guesses()
                    .forEach(guess -> guesses.getChildren().add(BankFileSheet.remark(Kind.NOTE, words.guess(guess))));
            nodes.add(guesses);
        }
        if (!trial.encoding().isEmpty()) {
            var read = new Wrapped(texts.get("bank-layout.read-in", trial.encoding()));
            read.getStyleClass().addAll("quiet", "small");
            nodes.add(read);
        }
        head.getChildren().setAll(nodes);
        lines.getItems().setAll(trial.lines());
    }

    /** Opening, what came in and went out, and closing beside each other. */
    private Node sum(Statement statement) {
        var box = new HBox(
                24,
                figure("bank-layout.opening", statement.opening(), statement.openingDerived(), false),
                figure("bank-layout.in", statement.credits(), false, true),
                figure("bank-layout.out", statement.debits(), false, true),
                figure("bank-layout.closing", statement.closing(), statement.closingDerived(), false));
        var proof = statement.proof();
        var account = statement.account();
        var about = new Wrapped(Stream.of(
                        account == null ? texts.get("bank-layout.account.none") : account,
                        words.period(statement.from(), statement.to()),
                        proof == null ? "" : texts.word("bank-statements.proof", proof))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("  ·  ")));
        about.getStyleClass().add("quiet");
        var card = new VBox(12, about, box);
        card.getStyleClass().addAll("section", "statement");
        return card;
    }

    private Node figure(String key, @Nullable Long minor, boolean derived, boolean signed) {
        var name = new Label(texts.get(derived ? key + ".derived" : key));
        name.getStyleClass().addAll("quiet", "small");
        var amount =
                new Label(minor == null ? "–" : signed && minor != 0 ? formats.signed(minor, currency) : money(minor));
        amount.getStyleClass().addAll("money", "strong");
        if (signed && minor != null && minor > 0) {
            amount.getStyleClass().add("incoming");
        }
        amount.setMinWidth(Region.USE_PREF_SIZE);
        return new VBox(2, name, amount);
    }
}
