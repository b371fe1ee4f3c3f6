package io.tical.console.part;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.UUID;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/** A text with a button that copies it whole. */
public final class Copyable extends HBox {
    public Copyable(Texts texts, String shown, String whole) {
        super(4);
        setAlignment(Pos.CENTER_LEFT);
        var label = new Wrapped(shown);
        getChildren().addAll(label, new CopyButton(texts, () -> whole));
        getStyleClass().add("copyable");
    }

    /** An amount, which never wraps: a part of an amount is another amount. */
    static Copyable amount(Texts texts, String shown, String whole) {
        var copyable = new Copyable(texts, shown, whole).inOneLine();
        copyable.getStyleClass().add("money");
        return copyable;
    }

    /** The number of an account, which never wraps: where it breaks, digits are missed. */
    public static Copyable number(Texts texts, String number) {
        return new Copyable(texts, number, number).inOneLine();
    }

    private Copyable inOneLine() {
        var label = (Label) getChildren().getFirst();
        label.setWrapText(false);
        label.setMinWidth(USE_PREF_SIZE);
        return this;
    }

    /** Shows the key that copies it. */
    Copyable copiedWith(String keys) {
        var hint = new Label(keys);
        hint.setMinWidth(USE_PREF_SIZE);
        hint.getStyleClass().addAll("quiet", "small");
        getChildren().add(hint);
        return this;
    }

    /** Copies a text as its button does, which then says so. */
    public static void copy(Node within, String text) {
        within.lookupAll(".copy").stream()
                .filter(CopyButton.class::isInstance)
                .map(CopyButton.class::cast)
                .filter(button -> button.copied().equals(text))
                .findFirst()
                .ifPresent(CopyButton::fire);
    }

    /** An id, shortened where it is shown. */
    public static Copyable id(Texts texts, UUID id) {
        var copyable = new Copyable(texts, Formats.shortened(id), id.toString());
        copyable.getStyleClass().add("mono");
        return copyable;
    }
}
