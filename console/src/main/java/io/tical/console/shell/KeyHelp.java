package io.tical.console.shell;

import io.tical.console.text.Texts;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The map of keys: what works everywhere, and what works on the present screen. */
final class KeyHelp {
    private KeyHelp() {}

    static Region of(Texts texts, List<Command> everywhere, List<Command> here) {
        var title = new Label(texts.get("shell.keys"));
        title.getStyleClass().add("screen-title");
        var box = new VBox(16, title, group(texts, "shell.keys.everywhere", everywhere));
        if (!here.isEmpty()) {
            box.getChildren().add(group(texts, "shell.keys.here", here));
        }
        box.setId("key-help");
        box.getStyleClass().addAll("panel", "overlay");
        box.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return box;
    }

    private static VBox group(Texts texts, String key, List<Command> commands) {
        var heading = new Label(texts.get(key));
        heading.getStyleClass().add("section-title");
        var grid = new GridPane(24, 8);
        for (var command : commands) {
            var keys = new Label(command.keys().getDisplayText());
            keys.getStyleClass().addAll("key", "mono");
            grid.addRow(grid.getRowCount(), keys, new Label(texts.get(command.key())));
        }
        return new VBox(8, heading, grid);
    }
}
