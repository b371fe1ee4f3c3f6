package io.tical.console.part;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.UUID;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A text with a button that copies it whole. */
public final class Copyable extends HBox {
    private static final Duration ANSWER = Duration.seconds(1.5);

    public Copyable(Texts texts, String shown, String whole) {
        super(4);
        setAlignment(Pos.CENTER_LEFT);
        var label = new Label(shown);
        label.setWrapText(shown.length() > 24);
        var icon = new FontIcon(Feather.COPY);
        var button = new Button(null, icon);
        button.getStyleClass().add("copy");
        button.setTooltip(new Tooltip(texts.get("common.copy")));
        button.setAccessibleText(texts.get("common.copy"));
        var pause = new PauseTransition(ANSWER);
        pause.setOnFinished(_ -> {
            icon.setIconCode(Feather.COPY);
            button.getTooltip().setText(texts.get("common.copy"));
        });
        button.setOnAction(_ -> {
            copy(whole);
            icon.setIconCode(Feather.CHECK);
            button.getTooltip().setText(texts.get("common.copied"));
            pause.playFromStart();
        });
        getChildren().addAll(label, button);
        getStyleClass().add("copyable");
    }

    /** An id, shortened where it is shown. */
    public static Copyable id(Texts texts, UUID id) {
        var copyable = new Copyable(texts, Formats.shortened(id), id.toString());
        copyable.getStyleClass().add("mono");
        return copyable;
    }

    public static void copy(String text) {
        var content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
