package io.tical.console.queue;

import atlantafx.base.theme.Tweaks;
import io.tical.common.admin.Listed;
import io.tical.console.export.CsvTable;
import io.tical.console.export.ExportBar;
import io.tical.console.part.Banner;
import io.tical.console.part.RememberedDivider;
import io.tical.console.part.RowsTable;
import io.tical.console.shell.Command;
import io.tical.console.shell.Screen;
import io.tical.console.work.LoadState;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.LoadState.Loading;
import io.tical.console.work.LoadState.Ready;
import io.tical.console.work.LoadState.Stale;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The screen of a queue: the list at the left, the evidence at its right, the decisions at the bottom right. */
public final class WorkScreen<R extends Listed, D> implements Screen {
    /** A lease is renewed well before it ends after five minutes. */
    private static final Duration RENEWAL = Duration.minutes(4);

    /** As long a decision can be taken back. */
    private static final Duration UNDO_TIME = Duration.seconds(15);

    /** Of the list in the width of the screen. */
    private static final double LIST_PART = 0.38;

    private static final Duration TYPING_PAUSE = Duration.millis(300);

    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final WorkModel<R, D> model;
    private final Evidence<D> evidence;
    private final RowsTable<R> table;
    private final Banner listBanner;
    private final Banner banner;
    private final DecisionPane decisions;
    private final WaitingDecision waiting;
    private final Label hint = new Label();
    private final HBox listButtons = new HBox(8);
    private final ExportBar exports;
    private List<Decision> offeredOnList = List.of();
    private final TextField search = new TextField();
    private final SplitPane root;
    private final RememberedDivider divider;
    private final MenuButton columns = new MenuButton(null, new FontIcon(Feather.COLUMNS));
    private final Timeline renewal;
    private final PauseTransition undoTime = new PauseTransition(UNDO_TIME);

    public WorkScreen(Workspace workspace, WorkKind<R, D> kind, Evidence<D> evidence) {
        var texts = workspace.texts();
        this.workspace = workspace;
        this.kind = kind;
        this.evidence = evidence;
        this.model = new WorkModel<>(workspace, kind);
        this.table = new RowsTable<>(texts, model.rows(), kind.columns(), kind.key() + ".empty");
        this.listBanner = new Banner(texts);
        this.banner = new Banner(texts);
        this.exports = new ExportBar(workspace);
        this.decisions = new DecisionPane(workspace.formats(), model::decide, table::requestFocus);
        this.waiting = new WaitingDecision(workspace);
        this.renewal = new Timeline(new KeyFrame(RENEWAL, _ -> model.renew()));
        renewal.setCycleCount(Animation.INDEFINITE);
        undoTime.setOnFinished(_ -> model.endUndo());
        hint.getStyleClass().add("quiet");

        var shown = new StackPane(evidence.node(), hint);
        var item = new BorderPane(shown, banner, null, new VBox(waiting, decisions), null);
        item.getStyleClass().add("item");
        root = new SplitPane(list(), item);
        root.setOrientation(Orientation.HORIZONTAL);
        divider = new RememberedDivider(root, workspace.store(), "layout." + kind.key() + ".list", LIST_PART);
        var layout = "layout." + kind.key();
        table.arrange(
                workspace.store().get(layout, ""), text -> workspace.store().put(layout, text));
        SplitPane.setResizableWithParent(root.getItems().getFirst(), false);

        table.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                model.select(row);
            }
        });
        model.filter().subscribe(filter -> table.showStatus(!kind.fixesStatus(filter)));
        // New rows may stand where the marked one was.
        model.rows().rows().addListener((ListChangeListener<R>)
                _ -> mark(model.selected().get()));
        // The table is in the window later than the screen.
        table.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                workspace.tasks().ui().execute(this::focus);
            }
        });
        model.selected().subscribe(this::mark);
        model.selected().subscribe(_ -> tellNothing());
        model.detail().subscribe(this::show);
        model.notice().subscribe(this::leaveWhenDone);
        model.notice().subscribe(this::tell);
        model.sending().subscribe(decisions::waitFor);
        model.sending().subscribe(_ -> offerOnList());
        model.rows().state().subscribe(this::tellAge);
    }

    private VBox list() {
        var texts = workspace.texts();
        var title = new Label(texts.get(kind.key() + ".title"));
        title.getStyleClass().add("screen-title");
        var filter = new ChoiceBox<String>();
        filter.setId("filter");
        filter.getItems().setAll(kind.filters().keySet());
        filter.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable String key) {
                return key == null ? "" : texts.get(key);
            }

            @Override
            public String fromString(String text) {
                throw new IllegalStateException("a choice is not typed");
            }
        });
        filter.valueProperty().bindBidirectional(model.filter());
        search.setId("search");
        search.setPromptText(texts.get(kind.searchKey()));
        var pause = new PauseTransition(TYPING_PAUSE);
        pause.setOnFinished(_ -> model.search().set(search.getText()));
        search.textProperty().subscribe((_, _) -> pause.playFromStart());
        search.setVisible(kind.searchable());
        search.setManaged(kind.searchable());
        filter.setMaxWidth(Double.MAX_VALUE);
        VBox.setVgrow(table, Priority.ALWAYS);
        search.setVisible(kind.searchable());
        search.setManaged(kind.searchable());
        filter.setVisible(kind.filters().size() > 1);
        filter.setManaged(kind.filters().size() > 1);
        listButtons.setAlignment(Pos.CENTER_LEFT);
        listButtons.setManaged(false);
        var export = new VBox(8, exportButton(), exports);
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var heading = new HBox(8, title, space, columns());
        heading.setAlignment(Pos.CENTER_LEFT);
        var list = new VBox(12, heading, listButtons, filter, search, listBanner, table, export);
        list.getStyleClass().add("list");
        return list;
    }

    private MenuButton columns() {
        columns.setId("columns");
        columns.setTooltip(new Tooltip(workspace.texts().get("queue.columns")));
        columns.setAccessibleText(workspace.texts().get("queue.columns"));
        columns.getStyleClass().addAll("icon-button", Tweaks.NO_ARROW);
        var reset = new MenuItem(workspace.texts().get("queue.columns.reset"));
        reset.setId("columns-reset");
        reset.setOnAction(_ -> {
            table.reset();
            divider.reset();
            evidence.resetLayout();
        });
        columns.setOnShowing(_ -> {
            columns.getItems().setAll(table.choices());
            columns.getItems().addAll(new SeparatorMenuItem(), reset);
        });
        columns.getItems().setAll(reset); // an empty menu does not open
        return columns;
    }

    private Button exportButton() {
        var button = new Button(workspace.texts().get("export.name") + "  Ctrl+E", new FontIcon(Feather.DOWNLOAD));
        button.setId("export");
        button.setOnAction(_ -> export());
        return button;
    }

    private void export() {
        exports.choose(kind.key(), new CsvTable<>(workspace.texts(), kind.columns(), model.rows()::page));
    }

    /** Offers what can be decided without an item. */
    private void offerOnList() {
        var possible = model.listDecisions();
        if (possible.equals(offeredOnList)) {
            return;
        }
        offeredOnList = possible;
        listButtons.getChildren().setAll(possible.stream().map(this::onList).toList());
        listButtons.setManaged(!possible.isEmpty());
    }

    private Button onList(Decision decision) {
        var button = new Button(workspace.texts().get(decision.key()) + "  "
                + decision.shortcut().getName());
        button.setId("decision-" + decision.key().replace('.', '-'));
        button.setOnAction(_ -> decisions.choose(decision));
        return button;
    }

    public WorkModel<R, D> model() {
        return model;
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        model.shown();
        renewal.play();
    }

    @Override
    public void focus() {
        if (decisions.isOpen()) {
            decisions.focus();
        } else {
            table.requestFocus();
        }
    }

    @Override
    public void hidden() {
        renewal.stop();
        model.hidden();
    }

    @Override
    public void refresh() {
        switch (model.notice().get()) {
            case WorkModel.Notice.Changed _, WorkModel.Notice.Claimed _ -> model.look();
            case WorkModel.Notice.None _, WorkModel.Notice.Success _, WorkModel.Notice.Problem _ -> model.refresh();
        }
    }

    @Override
    public void changed(String type, UUID id, @Nullable Integer version) {
        model.changed(type, id, version);
    }

    @Override
    public void open(UUID id) {
        model.open(id);
    }

    @Override
    public List<Command> commands() {
        var commands = new ArrayList<Command>();
        if (!decisions.isOpen()) {
            for (var decision : Stream.concat(decisions.offered().stream(), offeredOnList.stream())
                    .toList()) {
                commands.add(
                        Command.of(decision.shortcut().getName(), decision.key(), () -> decisions.choose(decision)));
            }
        }
        if (waiting.isShown()) {
            commands.add(Command.of("O", "queue.approval.open", waiting::open));
        }
        // In a field the keys take back what was typed.
        if (model.undoable() != null && !decisions.isOpen() && !search.isFocused()) {
            commands.add(Command.of("Shortcut+Z", "common.undo", model::undo));
        }
        commands.addAll(evidence.commands());
        commands.add(Command.of("SPACE", "queue.scroll", () -> evidence.scroll(1)));
        commands.add(Command.of("Shift+SPACE", "queue.scroll-back", () -> evidence.scroll(-1)));
        commands.add(Command.of("J", "queue.next", this::next));
        commands.add(Command.of("K", "queue.previous", this::previous));
        if (kind.searchable()) {
            commands.add(Command.of("SLASH", "queue.search", search::requestFocus));
        }
        if (kind.filters().size() > 1) {
            commands.add(Command.of("V", "queue.filter", this::nextFilter));
        }
        commands.add(Command.of("Shortcut+L", "queue.columns", columns::show));
        commands.add(Command.of("Shortcut+E", "export.name", this::export));
        return commands;
    }

    private void nextFilter() {
        var filters = List.copyOf(kind.filters().keySet());
        var index = filters.indexOf(model.filter().get());
        model.filter().set(filters.get((index + 1) % filters.size()));
    }

    private void next() {
        table.getSelectionModel().selectNext();
    }

    private void previous() {
        table.getSelectionModel().selectPrevious();
    }

    /** Marks the row of the item in the table. */
    private void mark(@Nullable R selected) {
        if (selected == null) {
            table.getSelectionModel().clearSelection();
            return;
        }
        var rows = table.getItems();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).id().equals(selected.id())) {
                if (table.getSelectionModel().getSelectedIndex() != i) {
                    table.getSelectionModel().select(i);
                    table.scrollTo(Math.max(0, i - 3));
                }
                return;
            }
        }
        // It is shown although the list does not have it, such as one that was searched for.
        table.getSelectionModel().clearSelection();
    }

    private void show(LoadState<D> state) {
        tellNothing();
        evidence.node().setVisible(state.shown().isPresent());
        switch (state) {
            case Loading<D> _ -> evidence.clear();
            case Ready<D> ready -> evidence.show(ready.value());
            case Stale<D> stale ->
                banner.problem(
                        workspace
                                        .texts()
                                        .get(
                                                "common.stale",
                                                workspace
                                                        .formats()
                                                        .clock(stale.since().getEpochSecond())) + " ",
                        stale.why(),
                        model::refresh);
            case Failed<D> failed -> banner.problem("", failed.why(), model::refresh);
        }
        if (state instanceof Ready<D>) {
            tell(model.notice().get());
        }
        waiting.show(model.waiting());
        decisions.offer(model.decisions());
    }

    /** Tells why no item is shown. */
    private void tellNothing() {
        var loading = model.selected().get() == null
                ? model.rows().state().get() instanceof Loading<Integer>
                : model.detail().get() instanceof Loading<D>;
        var key = loading ? "common.loading" : model.rows().rows().isEmpty() ? "queue.nothing" : "queue.choose";
        hint.setText(workspace.texts().get(key));
        hint.setVisible(
                model.detail().get().shown().isEmpty() && !(model.detail().get() instanceof Failed<D>));
    }

    /** A decision that was made is not confirmed again, also where the item stays as it is. */
    private void leaveWhenDone(WorkModel.Notice notice) {
        if (notice instanceof WorkModel.Notice.Success) {
            decisions.cancel();
            undoTime.playFromStart();
        }
    }

    private void tell(WorkModel.Notice notice) {
        var texts = workspace.texts();
        switch (notice) {
            case WorkModel.Notice.None _ -> banner.hide();
            case WorkModel.Notice.Success success -> {
                decisions.cancel();
                var sentence = texts.get(success.key(), success.values().toArray());
                if (success.undo() == null) {
                    banner.success(sentence);
                } else {
                    banner.success(sentence, model::undo);
                }
            }
            case WorkModel.Notice.Changed _ -> banner.warning(texts.get("queue.changed"), model::look);
            case WorkModel.Notice.Claimed claimed -> banner.warning(claimed(claimed), model::look);
            case WorkModel.Notice.Problem problem ->
                banner.problem(problem.unknown() ? texts.get("queue.unknown-outcome") + " " : "", problem.why(), null);
        }
        decisions.offer(model.decisions());
    }

    private String claimed(WorkModel.Notice.Claimed claimed) {
        var by = claimed.by();
        var until = claimed.until();
        return by.isEmpty() || until == null
                ? workspace.texts().get("queue.claimed")
                : workspace
                        .texts()
                        .get("queue.claimed-by", by, workspace.formats().clock(until));
    }

    private void tellAge(LoadState<Integer> state) {
        switch (state) {
            case Loading<Integer> _, Ready<Integer> _, Failed<Integer> _ -> listBanner.hide();
            case Stale<Integer> stale ->
                listBanner.warning(
                        workspace
                                .texts()
                                .get(
                                        "common.as-of",
                                        workspace.formats().clock(stale.since().getEpochSecond())),
                        null);
        }
        if (state instanceof Ready<Integer>) {
            model.settle();
            mark(model.selected().get());
        }
        tellNothing();
        offerOnList();
        decisions.offer(model.decisions());
    }
}
