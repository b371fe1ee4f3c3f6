package io.tical.console.part;

import io.tical.console.api.ApiProblem;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A message across the top of what it concerns. Hidden while there is nothing to say. */
public final class Banner extends HBox {
    private final Texts texts;
    private final boolean narrow;

    public Banner(Texts texts) {
        this(texts, false);
    }

    /** @param narrow shortens ids, which can still be copied whole */
    public Banner(Texts texts, boolean narrow) {
        super(12);
        this.texts = texts;
        this.narrow = narrow;
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("banner");
        setMinHeight(USE_PREF_SIZE); // the table beside it gives way
        hide();
    }

    public void hide() {
        setVisible(false);
        setManaged(false);
    }

    public void success(String sentence) {
        show("banner-success", Feather.CHECK_CIRCLE, sentence, "", null);
    }

    /** A success that can be taken back. */
    public void success(String sentence, Runnable undo) {
        success(sentence);
        addUndo("common.undo", undo);
    }

    /** Something that is not decided yet, and that can be withdrawn. */
    public void waiting(String sentence, Runnable withdraw) {
        waiting(sentence);
        addUndo("queue.withdraw", withdraw);
    }

    private void addUndo(String key, Runnable undo) {
        var button = new Button(texts.get(key) + "  Ctrl+Z");
        button.setId("undo");
        button.setMinWidth(USE_PREF_SIZE);
        button.setOnAction(_ -> undo.run());
        getChildren().add(button);
    }

    /** Something that is not decided yet. */
    public void waiting(String sentence) {
        show("banner-warning", Feather.PAUSE, sentence, "", null);
    }

    public void warning(String sentence, @Nullable Runnable retry) {
        show("banner-warning", Feather.CLOCK, sentence, "", retry);
    }

    /** Something that may go wrong. */
    public void risk(String sentence) {
        show("banner-warning", Feather.ALERT_TRIANGLE, sentence, "", null);
    }

    /** Something that people must do at once. */
    public void danger(String sentence) {
        show("banner-danger", Feather.ALERT_CIRCLE, sentence, "", null);
    }

    /** A problem with its code and request id. */
    public void problem(String before, ApiProblem problem, @Nullable Runnable retry) {
        problem(before + Problems.sentence(texts, problem), retry, problem);
    }

    /** A refusal, which may be about another object, with its code and request id. */
    public void refusal(String before, ApiProblem problem, Formats formats) {
        problem(before + Problems.sentence(formats, problem), null, problem);
    }

    private void problem(String sentence, @Nullable Runnable retry, ApiProblem problem) {
        show("banner-danger", Feather.ALERT_CIRCLE, sentence, Problems.reference(problem), retry);
    }

    private void show(String style, Feather icon, String sentence, String reference, @Nullable Runnable retry) {
        getStyleClass().removeIf(name -> name.startsWith("banner-"));
        getStyleClass().add(style);
        var text = new Wrapped(sentence);
        text.getStyleClass().add("banner-text");
        var words = new VBox(2, text);
        words.setAlignment(Pos.CENTER_LEFT);
        if (!reference.isEmpty()) {
            var copyable = new Copyable(texts, narrow ? Problems.shortened(reference) : reference, reference);
            copyable.getStyleClass().addAll("small", "mono");
            words.getChildren().add(copyable);
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        getChildren().setAll(new FontIcon(icon), words);
        if (retry != null) {
            var again = new Button(texts.get("common.retry"));
            again.setMinWidth(USE_PREF_SIZE);
            again.setOnAction(_ -> retry.run());
            getChildren().add(again);
        }
        setVisible(true);
        setManaged(true);
    }
}
