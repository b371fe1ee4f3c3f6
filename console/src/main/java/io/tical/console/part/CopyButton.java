package io.tical.console.part;

import io.tical.console.text.Texts;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Copies a text, and says so. */
final class CopyButton extends Button {
    private static final Duration ANSWER = Duration.seconds(1.5);

    private final Supplier<String> text;

    /** @param text as it is when the button is pressed */
    CopyButton(Texts texts, Supplier<String> text) {
        this.text = text;
        var icon = new FontIcon(Feather.COPY);
        var tooltip = new Tooltip(texts.get("common.copy"));
        setGraphic(icon);
        getStyleClass().add("copy");
        setTooltip(tooltip);
        setAccessibleText(texts.get("common.copy"));
        var pause = new PauseTransition(ANSWER);
        pause.setOnFinished(_ -> {
            icon.setIconCode(Feather.COPY);
            tooltip.setText(texts.get("common.copy"));
        });
        setOnAction(_ -> {
            var content = new ClipboardContent();
            content.putString(text.get());
            Clipboard.getSystemClipboard().setContent(content);
            icon.setIconCode(Feather.CHECK);
            tooltip.setText(texts.get("common.copied"));
            pause.playFromStart();
        });
    }

    /** What it copies now. */
    String copied() {
        return text.get();
    }
}
