package io.tical.console.part;

import java.util.stream.Stream;
import javafx.scene.control.Label;
import javafx.scene.text.Text;

/** A text with numbers that are compared: it breaks between words only, because digits are missed where a number breaks. */
public final class Unbroken extends Label {
    /** A longer text is shown in several lines. */
    private static final int LINE_MAX = 28;

    public Unbroken(String text) {
        super(lines(text));
        setWrapText(true);
    }

    /** The longest word stays whole, however narrow the pane is. */
    @Override
    protected double computeMinWidth(double height) {
        var widest = Stream.of(getText().split("[ \n]"))
                .mapToDouble(this::width)
                .max()
                .orElse(0);
        return Math.ceil(widest) + getInsets().getLeft() + getInsets().getRight();
    }

    private double width(String word) {
        var shown = new Text(word);
        shown.setFont(getFont());
        return shown.getLayoutBounds().getWidth();
    }

    /** A text in lines of at most {@link #LINE_MAX} characters, which end between words; a longer word has a line of its own. */
    static String lines(String text) {
        var lines = new StringBuilder();
        var length = 0;
        for (var word : text.split(" ")) {
            var fits = length + 1 + word.length() <= LINE_MAX;
            if (length > 0) {
                lines.append(fits ? ' ' : '\n');
            }
            length = length > 0 && fits ? length + 1 + word.length() : word.length();
            lines.append(word);
        }
        return lines.toString();
    }

    /** The length of its longest line. */
    public static int longest(String text) {
        return lines(text).lines().mapToInt(String::length).max().orElse(0);
    }
}
