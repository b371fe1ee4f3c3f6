package io.tical.console.shell;

import io.tical.common.Version;
import io.tical.console.text.Texts;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The map of keys: what works everywhere, and what works on the present screen. Below it the versions of console and service. */
final class KeyHelp {
    private KeyHelp() {}

    static Region of(Texts texts, List<Command> everywhere, List<Command> here, String serviceVersion) {
        var title = new Label(texts.get("shell.keys"));
        title.getStyleClass().add("screen-title");
        var left = new VBox(24, group(texts, "shell.keys.everywhere", everywhere), deciding(texts));
        var groups = new HBox(48, left);
        if (!here.isEmpty()) {
            groups.getChildren().add(group(texts, "shell.keys.here", here));
        }
        var versions = new Label(texts.get("shell.versions", Version.TEXT, serviceVersion));
        versions.getStyleClass().add("quiet");
        var box = new VBox(16, title, groups, versions);
        box.setId("key-help");
        box.getStyleClass().addAll("panel", "overlay");
        box.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return box;
    }

    private static VBox group(Texts texts, String key, List<Command> commands) {
        var heading = new Label(texts.get(key));
        heading.getStyleClass().add("section-title");
        var grid = new GridPane(24, 8);
        commands.stream()
                .filter(Command::listed)
                .forEach(command -> add(grid, command.keys().getDisplayText(), texts.get(command.key())));
        return new VBox(8, heading, grid);
    }

    /** What the form of a decision understands. */
    private static VBox deciding(Texts texts) {
        var heading = new Label(texts.get("shell.keys.deciding"));
        heading.getStyleClass().add("section-title");
        var grid = new GridPane(24, 8);
        add(grid, "↵", texts.get("shell.keys.deciding.confirm"));
        add(grid, "Esc", texts.get("shell.keys.deciding.leave"));
        add(grid, "1 – 9", texts.get("shell.keys.deciding.choose"));
        return new VBox(8, heading, grid);
    }

    private static void add(GridPane grid, String keys, String effect) {
        var key = new Label(keys);
        key.getStyleClass().addAll("key", "mono");
        grid.addRow(grid.getRowCount(), key, new Label(effect));
    }
}
