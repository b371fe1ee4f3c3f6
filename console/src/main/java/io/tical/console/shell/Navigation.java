package io.tical.console.shell;

import io.tical.common.admin.Overview;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The places in their groups, each with the count of what waits there. */
final class Navigation extends ScrollPane {
    /** Below this width of the window it has icons only. */
    static final double WIDE = 1120;

    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");

    private final Texts texts;
    private final List<Place> places;
    private final Consumer<String> go;
    private final VBox list = new VBox(2);
    private final Map<String, Button> entries = new LinkedHashMap<>();
    private final List<Label> names = new ArrayList<>();
    private final Map<String, Label> counts = new HashMap<>();

    /**
     * @param width of the window
     * @param go shows the place with an id
     */
    Navigation(Texts texts, List<Place> places, ObservableValue<Number> width, Consumer<String> go) {
        this.texts = texts;
        this.places = places;
        this.go = go;
        list.getStyleClass().add("nav");
        fill();
        setContent(list);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        getStyleClass().add("nav-scroll");
        width.subscribe(now -> narrow(now.doubleValue() > 0 && now.doubleValue() < WIDE));
    }

    private void fill() {
        var group = "";
        for (var place : places) {
            if (!place.group().equals(group)) {
                group = place.group();
                var label = new Label(texts.get(group));
                label.getStyleClass().add("nav-group");
                if (list.getChildren().isEmpty()) {
                    label.setGraphic(new Label("Alt+↑  Alt+↓"));
                    label.setContentDisplay(ContentDisplay.RIGHT);
                    label.setGraphicTextGap(12);
                }
                list.getChildren().add(label);
            }
            list.getChildren().add(entry(place));
        }
    }

    private Button entry(Place place) {
        var name = new Label(texts.get("shell.nav." + place.id()), new FontIcon(place.icon()));
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var count = new Label();
        count.getStyleClass().add("nav-count");
        count.setMinWidth(USE_PREF_SIZE);
        count.setVisible(false);
        counts.put(place.id(), count);
        var line = new HBox(8, name, space, count);
        line.setAlignment(Pos.CENTER_LEFT);
        var button = new Button(null, line);
        line.prefWidthProperty().bind(button.widthProperty().subtract(24));
        names.add(name);
        button.setTooltip(new Tooltip(name.getText()));
        button.setId("nav-" + place.id());
        button.setAccessibleText(name.getText());
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().add("nav-entry");
        button.setFocusTraversable(false);
        button.setOnAction(_ -> go.accept(place.id()));
        entries.put(place.id(), button);
        return button;
    }

    private void narrow(boolean narrow) {
        pseudoClassStateChanged(NARROW, narrow);
        list.getChildren().stream().filter(Label.class::isInstance).forEach(heading -> heading.setVisible(!narrow));
        list.getChildren().getFirst().setManaged(!narrow);
        names.forEach(name -> name.setContentDisplay(narrow ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
        counts.values().forEach(count -> count.setManaged(!narrow));
    }

    /** Marks the place that is shown. */
    void mark(Place place) {
        entries.forEach((id, entry) -> entry.pseudoClassStateChanged(CURRENT, id.equals(place.id())));
    }

    /** Shows how much waits at each place. */
    void count(Overview overview) {
        for (var place : places) {
            var queues = overview.queues().stream()
                    .filter(queue -> place.counts(queue.queue()))
                    .toList();
            var count = queues.stream().mapToInt(Overview.Queue::count).sum();
            if (place.queue() != null) {
                count(place.id(), count, queues.stream().anyMatch(Overview.Queue::more));
            }
        }
    }

    /** Shows how much waits at a place. */
    void count(String place, int count, boolean more) {
        var label = Objects.requireNonNull(counts.get(place));
        label.setVisible(count > 0);
        label.setText(count + (more ? "+" : ""));
    }
}
