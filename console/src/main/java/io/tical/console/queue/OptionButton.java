package io.tical.console.queue;

import io.tical.console.part.Wrapped;
import javafx.geometry.Orientation;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;

/** A value to choose, whose text wraps as {@link Wrapped} does: buttons break Thai within words and paint the line that they broke twice. */
final class OptionButton extends ToggleButton {
    private final Wrapped words;

    OptionButton(String text) {
        super(text);
        this.words = new Wrapped(text);
        words.textFillProperty().bind(textFillProperty());
        setAccessibleText(text);
        setGraphic(words);
        setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computeMinWidth(double height) {
        return snappedLeftInset() + snappedRightInset();
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefHeight(double width) {
        var room = width < 0 ? width : Math.max(0, width - snappedLeftInset() - snappedRightInset());
        return snappedTopInset() + words.prefHeight(room) + snappedBottomInset();
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        words.resizeRelocate(
                snappedLeftInset(),
                snappedTopInset(),
                getWidth() - snappedLeftInset() - snappedRightInset(),
                getHeight() - snappedTopInset() - snappedBottomInset());
    }
}
