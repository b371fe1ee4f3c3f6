package io.tical.console.part;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Skin;
import javafx.scene.control.SkinBase;
import javafx.scene.text.Text;

/**
 * A text that wraps. Thai, which has no spaces, is broken between words, because JavaFX breaks it within words and paints a line that it
 * broke twice. Names of files, which have none either, are broken behind their punctuation.
 */
public sealed class Wrapped extends Label permits ProblemLabel {
    /** The scripts from Hebrew to Burmese, whose letters JavaFX shapes together. */
    private static final int SHAPED_MIN = 0x0590;

    private static final int SHAPED_END = 0x1100;

    /** The maximum length of a part that is not broken at punctuation. */
    private static final int ONE_MAX = 32;

    /** The maximum length of a word that is not broken. */
    private static final int WORD_MAX = 20;

    private static final Pattern BEHIND_PUNCTUATION = Pattern.compile("(?<=[_.,:/-])");

    public Wrapped(String text) {
        super(text);
        setWrapText(true);
        textProperty().subscribe((_, _) -> {
            if (getSkin() != null) {
                setSkin(createDefaultSkin());
            }
        });
    }

    @Override
    protected Skin<?> createDefaultSkin() {
        var shaped = getText().chars().anyMatch(Wrapped::isShaped);
        return shaped || hasLongWord(getText()) ? new Words(this) : super.createDefaultSkin();
    }

    private static boolean isShaped(int letter) {
        return letter >= SHAPED_MIN && letter < SHAPED_END;
    }

    /** Lines that end by themselves are not broken. */
    private static boolean hasLongWord(String text) {
        return text.indexOf('\n') < 0 && Stream.of(text.split(" ")).anyMatch(word -> word.length() > WORD_MAX);
    }

    /** Each word is a node that is never broken. */
    private static final class Words extends SkinBase<Wrapped> {
        Words(Wrapped label) {
            super(label);
            // In place of those of the text before, which its skin leaves.
            getChildren()
                    .setAll(words(label.getText()).stream()
                            .map(word -> node(label, word))
                            .toList());
            label.fontProperty().subscribe((_, _) -> label.requestLayout());
        }

        private static Node node(Wrapped label, String word) {
            var node = new Text(word);
            node.fontProperty().bind(label.fontProperty());
            node.fillProperty().bind(label.textFillProperty());
            return node;
        }

        private static List<String> words(String text) {
            var words = new ArrayList<String>();
            var breaks = BreakIterator.getLineInstance(Locale.of("th"));
            breaks.setText(text);
            for (int from = breaks.first(), to = breaks.next(); to != BreakIterator.DONE; to = breaks.next()) {
                var word = text.substring(from, to);
                // The breaks of Thai are also within times and numbers, and addresses, such as behind the colon of
                // 12:05.
                if (!words.isEmpty() && isOne(words.getLast(), word)) {
                    words.set(words.size() - 1, words.getLast() + word);
                } else {
                    words.add(word);
                }
                from = to;
            }
            return words.stream().flatMap(Words::parts).toList();
        }

        /** A long word that is no Thai, such as the name of a file, in parts that end with punctuation, or else are as long as may be. */
        private static Stream<String> parts(String word) {
            return word.length() <= WORD_MAX || word.chars().anyMatch(Wrapped::isShaped)
                    ? Stream.of(word)
                    : BEHIND_PUNCTUATION
                            .splitAsStream(word)
                            .flatMap(part -> IntStream.iterate(0, from -> from < part.length(), from -> from + WORD_MAX)
                                    .mapToObj(from -> part.substring(from, Math.min(part.length(), from + WORD_MAX))));
        }

        private static boolean isOne(String before, String after) {
            return before.length() + after.length() <= ONE_MAX
                    && ":.,/-".indexOf(before.charAt(before.length() - 1)) >= 0
                    && after.charAt(0) < SHAPED_MIN;
        }

        /** Places the words within a width from the left and the top, and answers the width and the height that they take. */
        private double[] place(double left, double top, double width, boolean move) {
            var x = 0.0;
            var y = 0.0;
            var widest = 0.0;
            for (var word : getChildren()) {
                var room = word.getLayoutBounds().getWidth();
                if (x > 0 && x + visibleWidth(word) > width) {
                    x = 0;
                    y += lineHeight();
                }
                if (move) {
                    word.relocate(snapPositionX(left + x), snapPositionY(top + y));
                }
                x += room;
                widest = Math.max(widest, x);
                if (((Text) word).getText().endsWith("\n")) {
                    x = 0;
                    y += lineHeight();
                }
            }
            return new double[] {widest, y + lineHeight()};
        }

        /** Ignores the trailing space of a word, which may exceed the line. */
        private static double visibleWidth(Node word) {
            var text = (Text) word;
            var blank = text.getText().endsWith(" ") ? text.getFont().getSize() / 4 : 0;
            return text.getLayoutBounds().getWidth() - blank;
        }

        private double lineHeight() {
            return getChildren().stream()
                    .mapToDouble(word -> word.getLayoutBounds().getHeight())
                    .max()
                    .orElse(0);
        }

        @Override
        protected void layoutChildren(double x, double y, double width, double height) {
            place(x, y, width, true);
        }

        @Override
        protected double computeMinWidth(double height, double top, double right, double bottom, double left) {
            return left + right;
        }

        @Override
        protected double computePrefWidth(double height, double top, double right, double bottom, double left) {
            return left + right + Math.ceil(place(0, 0, Double.MAX_VALUE, false)[0]);
        }

        @Override
        protected double computeMinHeight(double width, double top, double right, double bottom, double left) {
            return computePrefHeight(width, top, right, bottom, left);
        }

        @Override
        protected double computePrefHeight(double width, double top, double right, double bottom, double left) {
            var room = width < 0 ? Double.MAX_VALUE : width - left - right;
            return top + bottom + Math.ceil(place(0, 0, room, false)[1]);
        }

        @Override
        protected double computeMaxWidth(double height, double top, double right, double bottom, double left) {
            return computePrefWidth(height, top, right, bottom, left);
        }

        @Override
        protected double computeMaxHeight(double width, double top, double right, double bottom, double left) {
            return computePrefHeight(width, top, right, bottom, left);
        }
    }
}
