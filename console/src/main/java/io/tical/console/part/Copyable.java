package io.tical.console.part;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.UUID;
import javafx.geometry.Pos;
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

    /** An id, shortened where it is shown. */
    public static Copyable id(Texts texts, UUID id) {
        var copyable = new Copyable(texts, Formats.shortened(id), id.toString());
        copyable.getStyleClass().add("mono");
        return copyable;
    }
}
