package io.tical.console.part;

import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableStringValue;
import javafx.scene.control.Label;

/** What is wrong with a form or with one of its fields. Takes no room while nothing is. */
public final class ProblemLabel extends Label {
    public ProblemLabel(String id, ObservableStringValue problem) {
        setId(id);
        setWrapText(true);
        getStyleClass().addAll("small", "problem");
        textProperty().bind(problem);
        visibleProperty().bind(Bindings.isNotEmpty(problem));
        managedProperty().bind(visibleProperty());
    }
}
