package io.tical.console.part;

import io.tical.console.text.Texts;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.control.TableCell;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;

/** A cell of a table of rows. Its column is at least as wide as the amounts that it shows, because a part of an amount is another amount. */
final class ValueCell<R> extends TableCell<R, String> {
    private static final PseudoClass INCOMING = PseudoClass.getPseudoClass("incoming");

    private final Texts texts;
    private final Column.Look look;
    private final Text measure = new Text();

    ValueCell(Texts texts, Column.Look look) {
        this.texts = texts;
        this.look = look;
        switch (look) {
            case MONEY, SIGNED -> getStyleClass().add("money");
            case MONO -> getStyleClass().add("mono");
            case TEXT, SHORT, STATUS, AGE -> {}
        }
    }

    @Override
    protected void updateItem(@Nullable String value, boolean empty) {
        super.updateItem(value, empty);
        if (look == Column.Look.SIGNED) {
            pseudoClassStateChanged(INCOMING, !empty && value != null && value.startsWith("+"));
        }
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

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        if ((look == Column.Look.MONEY || look == Column.Look.SIGNED) && getText() != null) {
            measure.setFont(getFont());
            measure.setText(getText());
            var width = Math.ceil(measure.getLayoutBounds().getWidth() + snappedLeftInset() + snappedRightInset() + 1);
            if (width > getTableColumn().getMinWidth()) {
                // Not during the layout, which would not be repeated.
                Platform.runLater(() -> widen(width));
            }
        }
    }

    private void widen(double width) {
        var column = getTableColumn();
        if (column != null && width > column.getMinWidth()) {
            column.setMinWidth(width);
        }
    }
}
