package io.tical.console.queue;

import atlantafx.base.theme.Tweaks;
import io.tical.common.admin.Listed;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.export.CsvTable;
import io.tical.console.export.ExportBar;
import io.tical.console.part.Banner;
import io.tical.console.part.Column;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.RowsTable;
import io.tical.console.queue.WorkKind.Narrowed;
import io.tical.console.shell.Command;
import io.tical.console.work.LoadState;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.LoadState.Loading;
import io.tical.console.work.LoadState.Ready;
import io.tical.console.work.LoadState.Stale;
import io.tical.console.work.PagedRows;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The list of a queue: its filter and search, the table with the shown item marked, its export, and what can be decided without an item. */
final class ListPane<R extends Listed> extends VBox {
    private static final Duration TYPING_PAUSE = Duration.millis(300);

    /** Rows that stay visible above the marked one. */
    private static final int ROWS_ABOVE = 3;

    private final Workspace workspace;
    private final WorkKind<R, ?> kind;
    private final WorkModel<R, ?> model;
    private final Consumer<Decision> choose;
    private final RowsTable<R> table;
    private final Banner age;
    private final TextField search = new TextField();
    private final MenuButton columns = new MenuButton(null, new FontIcon(Feather.COLUMNS));
    private final HBox buttons = new HBox(8);
    private final ExportBar exports;
    private final ChoiceBox<String> narrowing = new ChoiceBox<>();
    private Map<String, String> narrowings = Map.of();

    /** What other objects have narrowed the list to, by the values of the narrowing. */
    private final Map<String, Narrowed> ways = new HashMap<>();

    private final Button back;
    private List<Decision> offered = List.of();

    /**
     * @param choose opens the confirmation of a decision
     * @param resetLayout arranges the rest of the screen as it is at first
     */
    ListPane(
            Workspace workspace,
            WorkKind<R, ?> kind,
            WorkModel<R, ?> model,
            Consumer<Decision> choose,
            Runnable resetLayout) {
        super(12);
        this.workspace = workspace;
        this.kind = kind;
        this.model = model;
        this.choose = choose;
        this.table = new RowsTable<>(workspace.texts(), model.list().rows(), kind.columns(), model.list()::emptiness);
        this.age = new Banner(workspace.texts(), true);
        this.exports = new ExportBar(workspace);
        var layout = "layout." + kind.key();
        table.arrange(
                workspace.store().get(layout, ""), text -> workspace.store().put(layout, text));
        this.back = back();
        VBox.setVgrow(table, Priority.ALWAYS);
        buttons.setAlignment(Pos.CENTER_LEFT);
        buttons.setManaged(false);
        getStyleClass().add("list");
        getChildren()
                .addAll(
                        heading(resetLayout),
                        buttons,
                        filter(),
                        narrowing(),
                        back,
                        search(),
                        age,
                        fresh(),
                        table,
                        new VBox(8, exportButton(), exports));

        table.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                model.select(row);
            }
        });
        model.list().filter().subscribe(filter -> table.showStatus(!kind.fixesStatus(filter)));
        // New rows may stand where the marked one was. The list stays where it is scrolled to.
        model.list().rows().rows().addListener((ListChangeListener<R>)
                _ -> mark(model.selected().get(), false));
        model.selected().subscribe(row -> mark(row, true));
        model.sending().subscribe(_ -> offer());
        model.list().rows().state().subscribe(this::show);
        narrowing.valueProperty().subscribe(_ -> offerBack());
    }

    private HBox heading(Runnable resetLayout) {
        var title = new Label(workspace.texts().get(kind.key() + ".title"));
        title.getStyleClass().add("screen-title");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var heading = new HBox(8, title, space, columns(resetLayout));
        heading.setAlignment(Pos.CENTER_LEFT);
        return heading;
    }

    private MenuButton columns(Runnable resetLayout) {
        columns.setId("columns");
        columns.setTooltip(new Tooltip(workspace.texts().get("queue.columns")));
        columns.setAccessibleText(workspace.texts().get("queue.columns"));
        columns.getStyleClass().addAll("icon-button", Tweaks.NO_ARROW);
        var reset = new MenuItem(workspace.texts().get("queue.columns.reset"));
        reset.setId("columns-reset");
        reset.setOnAction(_ -> {
            table.reset();
            resetLayout.run();
        });
        columns.setOnShowing(_ -> {
            columns.getItems().setAll(table.choices());
            columns.getItems()
                    .addAll(
                            new SeparatorMenuItem(),
                            moves("queue.columns.left", true),
                            moves("queue.columns.right", false),
                            new SeparatorMenuItem(),
                            reset);
        });
        columns.getItems().setAll(reset); // an empty menu does not open
        return columns;
    }

    private Menu moves(String key, boolean left) {
        var moves = new Menu(workspace.texts().get(key));
        moves.getItems().setAll(table.moves(left));
        return moves;
    }

    private ChoiceBox<String> filter() {
        var filter = new ChoiceBox<String>();
        filter.setId("filter");
        filter.getItems().setAll(kind.filters().keySet());
        filter.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable String key) {
                return key == null ? "" : workspace.texts().get(key);
            }

            @Override
            public String fromString(String text) {
                throw new IllegalStateException("a choice is not typed");
            }
        });
        filter.valueProperty().bindBidirectional(model.list().filter());
        filter.setMaxWidth(Double.MAX_VALUE);
        filter.setVisible(kind.filters().size() > 1);
        filter.setManaged(kind.filters().size() > 1);
        return filter;
    }

    private ChoiceBox<String> narrowing() {
        narrowing.setId("narrowing");
        narrowing.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable String value) {
                var kinds = kind.narrowing();
                return value == null || kinds == null
                        ? ""
                        : narrowings.getOrDefault(value, workspace.texts().get(kinds.key()));
            }

            @Override
            public String fromString(String text) {
                throw new IllegalStateException("a choice is not typed");
            }
        });
        narrowing.getItems().setAll("");
        narrowing.valueProperty().bindBidirectional(model.list().narrowed());
        narrowing.setMaxWidth(Double.MAX_VALUE);
        narrowing.setVisible(kind.narrowing() != null);
        narrowing.setManaged(kind.narrowing() != null);
        return narrowing;
    }

    /** Goes back to the object from which the list was opened. */
    private Button back() {
        var button = new Button(null, new FontIcon(Feather.ARROW_LEFT));
        button.setId("list-back");
        button.setMinHeight(USE_PREF_SIZE);
        button.setOnAction(_ -> goBack());
        return button;
    }

    private void goBack() {
        var way = ways.get(narrowing.getValue());
        if (way != null) {
            fireEvent(new ObjectLink.Opening(way.type(), way.id()));
        }
    }

    private void offerBack() {
        var shown = ways.containsKey(narrowing.getValue());
        back.setText(shown ? workspace.texts().get(kind.key() + ".back") + "  B" : "");
        back.setVisible(shown);
        back.setManaged(shown);
    }

    /** Reads what the list can be narrowed to. */
    void readNarrowings() {
        var kinds = kind.narrowing();
        if (kinds != null) {
            workspace
                    .tasks()
                    .run(
                            () -> kinds.values().apply(workspace.api()),
                            read -> {
                                var known = new HashMap<>(narrowings);
                                known.putAll(read);
                                narrowings = known;
                                read.keySet().stream()
                                        .filter(value -> !narrowing.getItems().contains(value))
                                        .forEach(narrowing.getItems()::add);
                            },
                            _ -> {}); // read again when the screen is shown again
        }
    }

    private void nextNarrowing() {
        var items = narrowing.getItems();
        narrowing.setValue(items.get((items.indexOf(narrowing.getValue()) + 1) % items.size()));
    }

    private TextField search() {
        search.setId("search");
        search.setPromptText(workspace.texts().get(kind.searchKey()));
        var pause = new PauseTransition(TYPING_PAUSE);
        pause.setOnFinished(_ -> model.list().search().set(search.getText()));
        search.textProperty().subscribe((_, _) -> pause.playFromStart());
        search.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            switch (event.getCode()) {
                case ENTER, DOWN -> {
                    pause.stop();
                    model.list().search().set(search.getText());
                    table.requestFocus();
                    event.consume();
                }
                case ESCAPE -> {
                    if (search.getText().isEmpty()) {
                        table.requestFocus();
                    }
                    search.clear();
                    event.consume();
                }
                default -> {}
            }
        });
        search.setVisible(kind.searchable());
        search.setManaged(kind.searchable());
        return search;
    }

    private Button exportButton() {
        var button = new Button(workspace.texts().get("export.name") + "  Ctrl+E", new FontIcon(Feather.DOWNLOAD));
        button.setId("export");
        button.setOnAction(_ -> export());
        return button;
    }

    private void export() {
        exports.choose(
                fileName(),
                new CsvTable<>(
                        workspace.texts(), exportedColumns(), model.list().rows()::page));
    }

    /** Tells how many new rows stand above those that are shown, and shows them when it is pressed. */
    private Button fresh() {
        var button = new Button(null, new FontIcon(Feather.ARROW_UP));
        button.setId("list-new");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setMinHeight(USE_PREF_SIZE);
        button.setOnAction(_ -> {
            model.list().rows().showWaiting();
            table.scrollTo(0);
            table.requestFocus();
        });
        model.list().rows().waiting().subscribe(waiting -> {
            var count = waiting.intValue();
            var number = count < PagedRows.PAGE ? String.valueOf(count) : count + "+";
            button.setText(workspace.texts().get("queue.new", number));
            button.setVisible(count > 0);
            button.setManaged(count > 0);
        });
        return button;
    }

    /** Writes the ages of the rows again, which grow. */
    void age() {
        table.refresh();
    }

    /** Shows the items of a queue of the overview. */
    void showQueue(String queue) {
        var filter = kind.queues().get(queue);
        if (filter != null) {
            search.clear();
            model.list().search().set("");
            model.list().filter().set(filter);
            return;
        }
        var narrowed = kind.narrowed(queue);
        if (narrowed != null) {
            var known = new HashMap<>(narrowings);
            known.put(narrowed.value(), narrowed.name());
            narrowings = known;
            ways.put(narrowed.value(), narrowed);
            if (!narrowing.getItems().contains(narrowed.value())) {
                narrowing.getItems().add(narrowed.value());
            }
            model.list().filter().set(narrowed.filter());
            narrowing.setValue(narrowed.value());
            offerBack();
        }
    }

    /** The name of an export says what it has, in which environment, and when it was written. */
    private String fileName() {
        var filters = kind.filters().size() > 1 ? "-" + filterName() : "";
        var environment = kind.hasEnvironment() ? workspace.livemode() ? "-live" : "-test" : "";
        var searched = model.list().search().get().isBlank() ? "" : "-search";
        var at = workspace.formats().fileTime(workspace.now().getEpochSecond());
        return kind.key() + filters + searched + environment + "-" + at;
    }

    /** The end of the filter's key, such as {@code pending-review}. */
    private String filterName() {
        var key = model.list().filter().get();
        return key.substring(key.lastIndexOf('.') + 1);
    }

    private List<Column.Exported<R>> exportedColumns() {
        return kind.exported().isEmpty()
                ? kind.columns().stream().map(Column::exported).toList()
                : kind.exported();
    }

    /** What has the focus while nothing is entered. */
    Node table() {
        return table;
    }

    /** Whether what is searched for is typed now. */
    boolean isSearching() {
        return search.isFocused();
    }

    /** What can be decided without an item. */
    List<Decision> offered() {
        return offered;
    }

    /** Offers what can be decided without an item now. */
    void offer() {
        var possible = model.listDecisions();
        if (possible.equals(offered)) {
            return;
        }
        offered = possible;
        buttons.getChildren()
                .setAll(possible.stream()
                        .map(decision -> DecisionPane.button(workspace.texts(), decision, choose))
                        .toList());
        buttons.setManaged(!possible.isEmpty());
    }

    /** The keys that work on the list. */
    List<Command> commands() {
        var commands = new ArrayList<Command>();
        commands.add(
                Command.of("J", "queue.next", () -> table.getSelectionModel().selectNext()));
        commands.add(Command.of(
                "K", "queue.previous", () -> table.getSelectionModel().selectPrevious()));
        if (kind.searchable()) {
            commands.add(Command.of("SLASH", "queue.search", search::requestFocus));
        }
        if (kind.filters().size() > 1) {
            commands.add(Command.of("V", "queue.filter", model.list()::nextFilter));
        }
        if (kind.narrowing() != null) {
            commands.add(Command.of("Shift+V", "queue.narrowing", this::nextNarrowing));
        }
        if (back.isVisible()) {
            commands.add(Command.of("B", kind.key() + ".back", this::goBack));
        }
        commands.add(Command.of("Shortcut+L", "queue.columns", columns::show));
        commands.add(Command.of("Shortcut+E", "export.name", this::export));
        return commands;
    }

    /**
     * Marks the row of the item in the table.
     *
     * @param scrolling whether the table scrolls to it
     */
    private void mark(@Nullable R selected, boolean scrolling) {
        // An item is also shown that the list does not have, such as one that was searched for.
        var index = selected == null ? -1 : model.list().indexOf(selected.id());
        if (index < 0) {
            table.getSelectionModel().clearSelection();
        } else if (table.getSelectionModel().getSelectedIndex() != index) {
            table.getSelectionModel().select(index);
            if (scrolling && index > ROWS_ABOVE) { // else it is in view, and scrolling lays the rows out at once
                table.scrollTo(index - ROWS_ABOVE);
            }
        }
    }

    private void showAge(Stale<Integer> stale) {
        var since = workspace.formats().clock(stale.since().getEpochSecond());
        var words = workspace.texts().get("common.as-of", since);
        switch (stale.why()) {
            case NoAnswer _ -> age.warning(words, null);
            case Refused _, Defect _ -> age.problem(words + ". ", stale.why(), null);
        }
    }

    private void show(LoadState<Integer> state) {
        switch (state) {
            case Loading<Integer> _, Ready<Integer> _, Failed<Integer> _ -> age.hide();
            case Stale<Integer> stale -> showAge(stale);
        }
        if (state instanceof Ready<Integer>) {
            model.settle();
            mark(model.selected().get(), false);
        }
        offer();
    }
}
