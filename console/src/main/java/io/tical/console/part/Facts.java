package io.tical.console.part;

import io.tical.common.admin.Destination;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.UUID;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Names and values, one pair a line. What has no value is left out. */
public final class Facts extends VBox {
    private static final double NAMES_WIDTH = 112;

    private final Texts texts;
    private final Formats formats;
    private final GridPane grid = new GridPane();

    /** @param title a text, not a key */
    public Facts(Formats formats, String title) {
        this.texts = formats.texts();
        this.formats = formats;
        var heading = new Label(title);
        heading.getStyleClass().add("section-title");
        var names = new ColumnConstraints(NAMES_WIDTH);
        var values = new ColumnConstraints();
        values.setHgrow(Priority.ALWAYS);
        values.setMinWidth(0);
        grid.getColumnConstraints().addAll(names, values);
        grid.getStyleClass().add("facts");
        getStyleClass().add("section");
        getChildren().addAll(heading, grid);
    }

    public Facts add(String key, Node value) {
        var name = new Wrapped(texts.get(key));
        name.getStyleClass().add("quiet");
        GridPane.setValignment(name, VPos.TOP);
        GridPane.setValignment(value, VPos.TOP);
        grid.addRow(grid.getRowCount(), name, value);
        return this;
    }

    public Facts text(String key, @Nullable String value) {
        if (value == null || value.isBlank()) {
            return this;
        }
        var label = new Wrapped(value);
        return add(key, label);
    }

    /** A value that people copy: a reference, an account number. */
    public Facts copyable(String key, @Nullable String value) {
        return value == null || value.isBlank() ? this : add(key, new Copyable(texts, value, value));
    }

    /** The number of an account, which people copy and compare. */
    public Facts number(String key, @Nullable String value) {
        return value == null || value.isBlank() ? this : add(key, Copyable.number(texts, value));
    }

    public Facts id(String key, @Nullable UUID value) {
        return value == null ? this : add(key, Copyable.id(texts, value));
    }

    /** Another object, which can be opened. */
    public Facts link(String key, String type, @Nullable UUID id) {
        return id == null ? this : add(key, new ObjectLink(texts, type, id));
    }

    /** A bank account that money is sent to, each part of which people copy. */
    public Facts destination(Destination destination) {
        return copyable("common.account.bank", destination.bankCode())
                .number("common.account.number", destination.accountNo())
                .copyable("common.account.holder", destination.holderName());
    }

    public Facts money(String key, @Nullable Long minor, String currency) {
        if (minor == null) {
            return this;
        }
        return add(key, Copyable.amount(texts, formats.money(minor, currency), formats.amount(minor, currency)));
    }

    /**
     * What somebody who transfers by hand copies into the bank's form: each value with its key, in their order.
     *
     * @param amountKey of the name of the amount
     */
    public Facts transfer(Destination destination, String amountKey, long minor, String currency) {
        return add("common.account.bank", with(destination.bankCode(), 1))
                .add(
                        "common.account.number",
                        Copyable.number(texts, destination.accountNo()).copiedWith("Ctrl+2"))
                .add("common.account.holder", with(destination.holderName(), 3))
                .add(
                        amountKey,
                        Copyable.amount(texts, formats.money(minor, currency), formats.amount(minor, currency))
                                .copiedWith("Ctrl+4"));
    }

    private Copyable with(String value, int number) {
        return new Copyable(texts, value, value).copiedWith("Ctrl+" + number);
    }

    public Facts time(String key, @Nullable Long unixSeconds) {
        return unixSeconds == null ? this : text(key, formats.time(unixSeconds));
    }

    public Facts status(String key, @Nullable String status) {
        return status == null ? this : add(key, Chips.status(texts, status));
    }
}
