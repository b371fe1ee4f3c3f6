package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Line;
import io.tical.console.part.Chips;
import io.tical.console.part.Copyable;
import io.tical.console.part.Facts;
import io.tical.console.part.ObjectLink.Opening;
import io.tical.console.queue.Decision;
import io.tical.console.shell.Command;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The payments of a file, the unusual ones first: which to show, the chosen one in full, and which are to be taken out of a draft. */
final class PaymentsPane extends VBox {
    private static final double ROW = 48;
    private static final double ROW_WARNED = 66;
    private static final double HEAD = 44;
    private static final int ROWS_MAX = 7;
    private static final String ALL = "all";
    private static final String UNUSUAL = "unusual";

    private final Workspace workspace;
    private final Texts texts;
    private final PaymentFileWords words;
    private final Consumer<Decision> choose;
    private final TableView<Line> table = new TableView<>();
    private final TableColumn<Line, Line> marks;
    private final TableColumn<Line, Line> statuses;
    private final FlowPane filters = new FlowPane(4, 4);
    private final Set<Integer> marked = new TreeSet<>();
    private final Label count = new Label();
    private final Button remove = new Button();
    private final HBox removal;
    private final VBox chosen = new VBox();
    private String filter = ALL;
    private @Nullable PaymentFileItem shown;
    private @Nullable UUID file;

    /** @param choose opens the confirmation of a decision */
    PaymentsPane(Workspace workspace, Consumer<Decision> choose) {
        super(12);
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.words = new PaymentFileWords(workspace.formats());
        this.choose = choose;
        setId("payments");
        getStyleClass().add("section");
        var title = new Label(texts.get("payment-files.list"));
        title.getStyleClass().add("section-title");
        marks = column("payment-files.column.mark", 44, this::mark);
        marks.setText(""); // each box says what it is
        marks.setMinWidth(44);
        marks.setMaxWidth(44);
        var amount = column("payment-files.column.amount", 128, line -> amount(line));
        amount.getStyleClass().add("money");
        amount.setMinWidth(128);
        statuses = column(
                "payment-files.column.status", 128, line -> Chips.status(texts, PaymentFileItem.shown(line.status())));
        statuses.setMinWidth(128);
        table.getColumns()
                .setAll(List.of(marks, column("payment-files.column.payee", 240, this::payee), amount, statuses));
        table.setId("payment-lines");
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_NEXT_COLUMN);
        table.getStyleClass().addAll("rows", "lines");
        table.setAccessibleText(texts.get("payment-files.list"));
        table.getSelectionModel().selectedItemProperty().subscribe(this::choosePayment);
        remove.setText(texts.get("payment-files.remove") + "  X");
        remove.setId("remove-marked");
        remove.setMinWidth(USE_PREF_SIZE);
        remove.setOnAction(_ -> remove());
        count.setId("marked");
        removal = new HBox(12, remove, count);
        removal.setAlignment(Pos.CENTER_LEFT);
        chosen.setId("payment");
        getChildren().addAll(title, filters, table, removal, chosen);
    }

    private TableColumn<Line, Line> column(String key, double width, java.util.function.Function<Line, Node> cell) {
        var column = new TableColumn<Line, Line>(texts.get(key));
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable Line line, boolean empty) {
                super.updateItem(line, empty);
                setGraphic(empty || line == null ? null : cell.apply(line));
            }
        });
        return column;
    }

    private Node mark(Line line) {
        var box = new CheckBox();
        box.setSelected(marked.contains(line.number()));
        box.setFocusTraversable(false);
        box.setAccessibleText(texts.get("payment-files.mark") + "  M");
        box.setOnAction(_ -> mark(line.number(), box.isSelected()));
        return box;
    }

    private Node amount(Line line) {
        var shownFile = shown;
        var label = new Label(
                shownFile == null
                        ? ""
                        : workspace
                                .formats()
                                .money(line.amount(), shownFile.file().currency()));
        label.setMinWidth(USE_PREF_SIZE);
        var box = new HBox(label);
        box.setAlignment(Pos.CENTER_RIGHT);
        return box;
    }

    private Node payee(Line line) {
        var box = new VBox(1, new Label(line.holderName()), quiet(line.bankCode() + " " + line.accountNo()));
        box.setAlignment(Pos.CENTER_LEFT);
        var about = about(line);
        if (!about.isEmpty()) {
            var warning = new Label(about);
            warning.getStyleClass().addAll("small", line.status().equals("failed") ? "mark-mismatch" : "mark-unknown");
            box.getChildren().add(warning);
        }
        return box;
    }

    /** What is unusual until the bank has the file, then what it says. */
    private String about(Line line) {
        if (shown == null || !shown.isAtBank()) {
            return words.shortWarnings(line);
        }
        return line.words() == null ? "" : line.words();
    }

    private static Label quiet(String text) {
        var label = new Label(text);
        label.getStyleClass().addAll("quiet", "small");
        return label;
    }

    void show(@Nullable PaymentFileItem item) {
        shown = item;
        if (item == null) {
            table.getItems().clear();
            return;
        }
        if (!item.file().id().equals(file)) {
            file = item.file().id();
            marked.clear();
            filter = ALL;
        }
        var open = item.payments().stream().map(Line::number).toList();
        marked.retainAll(open);
        if (!lists(item).containsKey(filter)) {
            filter = ALL;
        }
        marks.setVisible(canRemove());
        statuses.setVisible(!item.is("draft") && !item.is("released"));
        showFilters(item);
        showLines(item);
    }

    /** A decision that waits blocks others. */
    private boolean canRemove() {
        return shown != null
                && shown.is("draft")
                && shown.file().approval() == null
                && workspace.operator().may("payouts");
    }

    /** What can be shown: the payments by the end of the key of its name. */
    private static Map<String, List<Line>> lists(PaymentFileItem item) {
        var lists = new LinkedHashMap<String, List<Line>>();
        lists.put(ALL, sorted(item));
        lists.put(UNUSUAL, item.unusual());
        Stream.of("failed", "review", "open", "delivered", PaymentFileItem.REMOVED)
                .forEach(status -> lists.put(
                        status,
                        item.lines().stream()
                                .filter(line -> line.status().equals(status))
                                .toList()));
        var all = item.payments().size();
        lists.entrySet()
                .removeIf(list -> !list.getKey().equals(ALL)
                        && (list.getValue().isEmpty()
                                || (isState(list.getKey()) && list.getValue().size() == all)));
        return lists;
    }

    private static boolean isState(String key) {
        return !key.equals(UNUSUAL) && !key.equals(PaymentFileItem.REMOVED);
    }

    /** Those that need a look first, the others in the order of the file. */
    private static List<Line> sorted(PaymentFileItem item) {
        var sorted = new ArrayList<>(item.unusual());
        item.payments().stream().filter(line -> line.warnings().isEmpty()).forEach(sorted::add);
        return sorted;
    }

    private void showFilters(PaymentFileItem item) {
        var lists = lists(item);
        var group = new ToggleGroup();
        filters.getChildren().clear();
        lists.forEach((name, lines) -> {
            var button = new ToggleButton(texts.get("payment-files.show." + name) + "  " + Formats.count(lines.size()));
            button.setId("show-" + name);
            button.setToggleGroup(group);
            button.setSelected(name.equals(filter));
            button.setOnAction(_ -> {
                filter = name;
                button.setSelected(true);
                showLines(item);
            });
            filters.getChildren().add(button);
        });
        filters.setVisible(lists.size() > 1);
        filters.setManaged(lists.size() > 1);
    }

    private void showLines(PaymentFileItem item) {
        var before = table.getSelectionModel().getSelectedItem();
        var lines = lists(item).getOrDefault(filter, List.of());
        var warned = lines.stream().anyMatch(line -> !about(line).isEmpty());
        var row = warned ? ROW_WARNED : ROW;
        table.setFixedCellSize(row);
        var height = HEAD + row * Math.clamp(lines.size(), 1, ROWS_MAX) + 2;
        table.setMinHeight(height);
        table.setPrefHeight(height);
        table.setMaxHeight(height);
        table.getItems().setAll(lines);
        var again =
                before == null ? -1 : lines.stream().map(Line::number).toList().indexOf(before.number());
        if (again >= 0) {
            table.getSelectionModel().select(again);
        } else if (!lines.isEmpty()) {
            table.getSelectionModel().select(0);
        }
        tellMarked();
    }

    private void mark(int number, boolean chosenNow) {
        if (chosenNow) {
            marked.add(number);
        } else {
            marked.remove(number);
        }
        tellMarked();
        table.refresh();
    }

    /** Marks the selected payment or takes its mark away, and goes to the next one. */
    private void markSelected() {
        var line = table.getSelectionModel().getSelectedItem();
        if (line != null && canRemove()) {
            mark(line.number(), !marked.contains(line.number()));
            table.requestFocus();
            table.getSelectionModel().selectNext();
        }
    }

    private void tellMarked() {
        var item = shown;
        removal.setVisible(canRemove());
        removal.setManaged(canRemove());
        if (item == null) {
            return;
        }
        var all = marked.size() == item.payments().size();
        remove.setDisable(marked.isEmpty() || all);
        count.setText(
                marked.isEmpty()
                        ? texts.get("payment-files.marked.none")
                        : all
                                ? texts.get("payment-files.marked.all")
                                : words.counted("payment-files.marked", marked.size()));
    }

    private void remove() {
        var item = shown;
        if (item != null && canRemove() && !remove.isDisabled()) {
            choose.accept(new PaymentFileDecisions(workspace, item).remove(Set.copyOf(marked)));
        }
    }

    private void choosePayment(@Nullable Line line) {
        chosen.getChildren().clear();
        if (line != null) {
            chosen.getChildren().add(facts(line));
        }
    }

    private Node facts(Line line) {
        var facts = new Facts(
                        workspace.formats(),
                        texts.get("payment-files.payment", Formats.count(line.number()), line.holderName()))
                .link("payment-files.transaction." + line.subject(), line.subject(), line.transactionId())
                .text("payment-files.unusual.why", words.warnings(line));
        facts.add("payment-files.reference", new Copyable(texts, line.reference(), line.reference()));
        var outcome = line.outcome();
        if (outcome != null) {
            facts.text("payment-files.says", texts.word("payment-files.outcome", outcome))
                    .text("payment-files.words", line.words())
                    .text("payment-files.code", line.code())
                    .copyable("payment-files.bank-reference", line.bankReference());
        }
        facts.link("payment-files.entry", "bank_entry", line.entryId())
                .link("payment-files.organization", "organization", line.organizationId());
        facts.getStyleClass().setAll("facts-of-line");
        facts.setSpacing(8);
        return facts;
    }

    private void open() {
        var line = table.getSelectionModel().getSelectedItem();
        if (line != null) {
            table.fireEvent(new Opening(line.subject(), line.transactionId()));
        }
    }

    private void nextFilter() {
        var item = shown;
        if (item != null) {
            var names = List.copyOf(lists(item).keySet());
            filter = names.get((names.indexOf(filter) + 1) % names.size());
            showFilters(item);
            showLines(item);
        }
    }

    List<Command> commands() {
        if (shown == null) {
            return List.of();
        }
        var commands = new ArrayList<Command>();
        commands.add(Command.of("L", "payment-files.list", table::requestFocus));
        commands.add(Command.of("F", "payment-files.show", this::nextFilter));
        commands.add(Command.of("T", "payment-files.open", this::open));
        if (canRemove()) {
            commands.add(Command.of("M", "payment-files.mark", this::markSelected));
            commands.add(Command.of("X", "payment-files.remove", this::remove));
        }
        return commands;
    }
}
