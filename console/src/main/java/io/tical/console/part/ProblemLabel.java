package io.tical.console.part;

import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableStringValue;

/** What is wrong with a form or with one of its fields. Takes no room while nothing is. */
public final class ProblemLabel extends Wrapped {
    public ProblemLabel(String id, ObservableStringValue problem) {
        super("");
        setId(id);
        getStyleClass().addAll("small", "problem");
        textProperty().bind(problem);
        visibleProperty().bind(Bindings.isNotEmpty(problem));
        managedProperty().bind(visibleProperty());
    }
}
