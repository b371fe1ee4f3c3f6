package io.tical.console.part;

import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.PagedRows;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A virtualised table over rows that are fetched page by page. The service orders them, so its columns do not sort. */
public final class RowsTable<R> extends TableView<R> {
    private static final double STATUS_WIDTH_MIN = 100;

    private final Texts texts;
    private final String emptyKey;
    private final List<TableColumn<R, String>> statuses = new ArrayList<>();
    private final List<TableColumn<R, String>> ages = new ArrayList<>();

    /** @param emptyKey of the text that a list without rows shows */
    public RowsTable(Texts texts, PagedRows<R> rows, List<Column<R>> columns, String emptyKey) {
        super(rows.rows());
        this.texts = texts;
        this.emptyKey = emptyKey;
        columns.forEach(column -> getColumns().add(column(column)));
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
        statuses.forEach(column -> column.setVisible(shown));
        ages.forEach(column -> column.setVisible(!shown));
    }

    private Node placeholder(LoadState<Integer> state) {
        return switch (state) {
            case LoadState.Loading<Integer> _ -> progress();
            case Failed<Integer> failed -> words(Problems.sentence(texts, failed.why()));
            case LoadState.Ready<Integer> _, LoadState.Stale<Integer> _ -> words(texts.get(emptyKey));
        };
    }

    private static Node progress() {
        var progress = new ProgressIndicator();
        progress.setMaxSize(32, 32);
        return progress;
    }

    private static Node words(String text) {
        var label = new Label(text);
        label.setWrapText(true);
        label.getStyleClass().add("quiet");
        var box = new VBox(label);
        box.getStyleClass().add("empty");
        return box;
    }

    private TableColumn<R, String> column(Column<R> column) {
        var made = new TableColumn<R, String>(texts.get(column.key()));
        made.setPrefWidth(column.width());
        made.setMinWidth(column.width() / 2);
        made.setSortable(false);
        made.setReorderable(false);
        made.setCellValueFactory(row -> new ReadOnlyStringWrapper(column.value().apply(row.getValue())));
        made.setCellFactory(_ -> new Cell<>(texts, column.look()));
        switch (column.look()) {
            case MONEY -> {
                made.getStyleClass().add("money");
                made.setMinWidth(column.width()); // part of an amount is another amount
            }
            case STATUS -> {
                statuses.add(made);
                made.setMinWidth(STATUS_WIDTH_MIN);
            }
            case AGE -> {
                ages.add(made);
                made.setMinWidth(column.width());
            }
            case TEXT, MONO -> {}
        }
        return made;
    }

    private static final class Cell<R> extends TableCell<R, String> {
        private final Texts texts;
        private final Column.Look look;

        Cell(Texts texts, Column.Look look) {
            this.texts = texts;
            this.look = look;
            switch (look) {
                case MONEY -> getStyleClass().add("money");
                case MONO -> getStyleClass().add("mono");
                case TEXT, STATUS, AGE -> {}
            }
        }

        @Override
        protected void updateItem(@Nullable String value, boolean empty) {
            super.updateItem(value, empty);
            if (empty || value == null || value.isEmpty()) {
                setText(null);
                setGraphic(null);
            } else if (look == Column.Look.STATUS) {
                setText(null);
                setGraphic(Chips.status(texts, value));
            } else {
                setText(value);
                setGraphic(null);
            }
        }
    }
}
