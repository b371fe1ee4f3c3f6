package io.tical.console.part;

import io.tical.console.api.ApiProblem;
import io.tical.console.part.TableLayout.Placed;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.PagedRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.VBox;

/**
 * A virtualised table over rows that are fetched page by page. The service orders them, so its columns do not sort. The operator chooses
 * the columns, their order and their widths.
 */
public final class RowsTable<R> extends TableView<R> {
    private static final double STATUS_WIDTH_MIN = 128;

    private final Texts texts;
    private final PagedRows<R> paged;
    private final Supplier<String> empty;
    private final List<TableColumn<R, String>> statuses = new ArrayList<>();
    private final List<TableColumn<R, String>> ages = new ArrayList<>();
    private final List<TableColumn<R, String>> all;
    private final List<Placed> initially;
    private final Set<String> hidden = new HashSet<>();
    private Consumer<String> arranged = _ -> {};
    private String pressed = "";
    private boolean showsStatus = true;

    /** @param empty what a list without rows says */
    public RowsTable(Texts texts, PagedRows<R> rows, List<Column<R>> columns, Supplier<String> empty) {
        super(rows.rows());
        this.texts = texts;
        this.paged = rows;
        this.empty = empty;
        all = columns.stream().map(this::column).toList();
        initially = columns.stream()
                .map(column -> new Placed(column.key(), column.width(), false))
                .toList();
        getColumns().setAll(all);
        setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        getStyleClass().add("rows");
        rows.state().subscribe(state -> setPlaceholder(placeholder(state)));
        setRowFactory(_ -> new TableRow<>() {
            @Override
            public void updateIndex(int index) {
                super.updateIndex(index);
                rows.visible(index);
            }
        });
    }

    /** Shows the status of the rows, or hides it because all have the same, and shows their age. */
    public void showStatus(boolean shown) {
        showsStatus = shown;
        all.forEach(column -> column.setVisible(isOffered(column) && !hidden.contains(column.getId())));
    }

    private boolean isOffered(TableColumn<R, String> column) {
        return (showsStatus && !statuses.isEmpty()) ? !ages.contains(column) : !statuses.contains(column);
    }

    /**
     * Restores an arrangement of the columns, and reports every arrangement that the operator makes.
     *
     * @param text the remembered arrangement; empty for the initial one
     */
    public void arrange(String text, Consumer<String> told) {
        place(text);
        arranged = told;
        addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> pressed = arrangement());
        // The header moves the column after this filter.
        addEventFilter(
                MouseEvent.MOUSE_RELEASED,
                _ -> Platform.runLater(() -> {
                    if (!arrangement().equals(pressed)) {
                        arranged.accept(arrangement());
                    }
                }));
    }

    /** Restores the initial arrangement of the columns. */
    public void reset() {
        place("");
        arranged.accept("");
    }

    private void place(String text) {
        var placed = TableLayout.of(text).place(initially);
        hidden.clear();
        placed.stream().filter(Placed::hidden).map(Placed::key).forEach(hidden::add);
        getColumns().setAll(placed.stream().map(this::placed).toList());
        showStatus(showsStatus);
    }

    private TableColumn<R, String> placed(Placed one) {
        var column = all.stream()
                .filter(known -> known.getId().equals(one.key()))
                .findFirst()
                .orElseThrow();
        column.setPrefWidth(one.width());
        return column;
    }

    private String arrangement() {
        return new TableLayout(getColumns().stream()
                        .map(column -> new Placed(column.getId(), column.getWidth(), hidden.contains(column.getId())))
                        .toList())
                .text();
    }

    /** One item for each column that can be shown now, which shows or hides it. The last one stays. */
    public List<MenuItem> choices() {
        var choices = new ArrayList<MenuItem>();
        for (var column : getColumns()) {
            if (all.stream().anyMatch(known -> known.equals(column) && isOffered(known))) {
                var choice = new CheckMenuItem(column.getText());
                choice.setId("column-" + column.getId().replace('.', '-'));
                choice.setSelected(column.isVisible());
                choice.setDisable(column.isVisible() && getVisibleLeafColumns().size() == 1);
                choice.setOnAction(_ -> show(column.getId(), choice.isSelected()));
                choices.add(choice);
            }
        }
        return choices;
    }

    /** One item for each visible column, which moves it one place to the left or to the right. */
    public List<MenuItem> moves(boolean left) {
        var visible = List.copyOf(getVisibleLeafColumns());
        var moves = new ArrayList<MenuItem>();
        for (int place = 0; place < visible.size(); place++) {
            var column = visible.get(place);
            var beside = left ? place - 1 : place + 1;
            var move = new MenuItem(column.getText());
            if (beside >= 0 && beside < visible.size()) {
                move.setOnAction(_ -> move(column, visible.get(beside)));
            } else {
                move.setDisable(true);
            }
            moves.add(move);
        }
        return moves;
    }

    /** Moves a column to the place of another one. */
    private void move(TableColumn<R, ?> column, TableColumn<R, ?> to) {
        var columns = new ArrayList<>(getColumns());
        var place = columns.indexOf(to);
        columns.remove(column);
        columns.add(place, column);
        getColumns().setAll(columns);
        arranged.accept(arrangement());
    }

    private void show(String key, boolean shown) {
        if (shown) {
            hidden.remove(key);
        } else {
            hidden.add(key);
        }
        showStatus(showsStatus);
        arranged.accept(arrangement());
    }

    private Node placeholder(LoadState<Integer> state) {
        return switch (state) {
            case LoadState.Loading<Integer> _ -> progress();
            case Failed<Integer> failed -> problem(failed.why());
            case LoadState.Ready<Integer> _, LoadState.Stale<Integer> _ -> words(empty.get());
        };
    }

    private static Node progress() {
        var progress = new ProgressIndicator();
        progress.setMaxSize(32, 32);
        return progress;
    }

    private Node problem(ApiProblem why) {
        var box = words(Problems.sentence(texts, why));
        var reference = Problems.reference(why);
        if (!reference.isEmpty()) {
            var copyable = new Copyable(texts, Problems.shortened(reference), reference);
            copyable.getStyleClass().addAll("small", "mono");
            copyable.setAlignment(Pos.CENTER);
            box.getChildren().add(copyable);
        }
        var again = new Button(texts.get("common.retry") + "  F5");
        again.setId("list-retry");
        again.setOnAction(_ -> paged.reload());
        box.getChildren().add(again);
        return box;
    }

    private static VBox words(String text) {
        var label = new Wrapped(text);
        label.getStyleClass().add("quiet");
        var box = new VBox(8, label);
        box.getStyleClass().add("empty");
        return box;
    }

    private TableColumn<R, String> column(Column<R> column) {
        var made = new TableColumn<R, String>(texts.get(column.key()));
        made.setPrefWidth(column.width());
        made.setMinWidth(column.width() / 2);
        made.setSortable(false);
        made.setId(column.key());
        made.setCellValueFactory(row -> new ReadOnlyStringWrapper(column.value().apply(row.getValue())));
        made.setCellFactory(_ -> new ValueCell<>(texts, column.look()));
        switch (column.look()) {
            case MONEY, SIGNED -> {
                made.getStyleClass().add("money");
                made.setMinWidth(column.width());
            }
            case STATUS -> {
                statuses.add(made);
                made.setMinWidth(STATUS_WIDTH_MIN);
            }
            case AGE -> {
                ages.add(made);
                made.setMinWidth(column.width());
            }
            case SHORT -> made.setMinWidth(column.width());
            case TEXT, MONO -> {}
        }
        return made;
    }
}
