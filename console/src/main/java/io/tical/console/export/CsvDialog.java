package io.tical.console.export;

import io.tical.console.work.SaveDialog;
import java.nio.file.Path;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialog of the system for a CSV file. */
public record CsvDialog(Window owner) implements SaveDialog {
    @Override
    public @Nullable Path choose(String title, String name) {
        var chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.setInitialFileName(name);
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("CSV", "*.csv"));
        var file = chooser.showSaveDialog(owner);
        return file == null ? null : file.toPath();
    }
}
