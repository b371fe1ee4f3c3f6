package io.tical.console.part;

import io.tical.console.text.Texts;
import javafx.beans.value.ObservableStringValue;
import javafx.geometry.Pos;
import javafx.scene.layout.HBox;

/** The code and the request id of a problem, with a button that copies them. Takes no room while there are none. */
public final class ProblemReference extends HBox {
    /** @param id of the text */
    public ProblemReference(Texts texts, String id, ObservableStringValue reference) {
        super(4, new ProblemLabel(id, reference), new CopyButton(texts, reference::get));
        setAlignment(Pos.CENTER_LEFT);
        visibleProperty().bind(getChildren().getFirst().visibleProperty());
        managedProperty().bind(visibleProperty());
    }
}
