package io.tical.console.queue;

import io.tical.console.part.Wrapped;
import javafx.geometry.Pos;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A sentence with its sign, in the colour of what it means. Hidden while there is nothing to say. */
public final class Remark extends HBox {
    private static final String KIND = "remark-";

    private final FontIcon icon = new FontIcon();
    private final Wrapped words = new Wrapped("");

    /** What a remark means: its colour and its sign. */
    public enum Kind {
        GOOD("success", Feather.CHECK),
        WRONG("danger", Feather.X),
        ATTENTION("warning", Feather.ALERT_TRIANGLE),
        COLLEAGUE("warning", Feather.USERS),
        NOTE("quiet", Feather.INFO);

        private final String style;
        private final Feather sign;

        Kind(String style, Feather sign) {
            this.style = KIND + style;
            this.sign = sign;
        }
    }

    /** @param id of the sentence */
    public Remark(String id) {
        super(8);
        words.setId(id);
        HBox.setHgrow(words, Priority.ALWAYS);
        setAlignment(Pos.TOP_LEFT);
        getStyleClass().add("remark");
        getChildren().addAll(icon, words);
        say(Kind.GOOD, "");
    }

    /** @param sentence empty for nothing */
    public void say(Kind kind, String sentence) {
        setVisible(!sentence.isEmpty());
        setManaged(!sentence.isEmpty());
        if (!sentence.equals(words.getText())) {
            words.setText(sentence);
        }
        icon.setIconCode(kind.sign);
        getStyleClass().removeIf(style -> style.startsWith(KIND));
        getStyleClass().add(kind.style);
    }
}
