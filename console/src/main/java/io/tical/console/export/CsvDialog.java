package io.tical.console.export;

import io.tical.console.work.SaveDialog;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialogs of the system for files. */
public record CsvDialog(Window owner) implements SaveDialog {
    private static final String CSV = ".csv";

    @Override
    public @Nullable Path choose(String title, String name) {
        var chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.setInitialFileName(name);
        if (name.endsWith(CSV)) {
            chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("CSV", "*" + CSV));
        }
        var file = chooser.showSaveDialog(owner);
        return file == null ? null : file.toPath();
    }

    @Override
    public List<Path> chooseSeveral(String title) {
        var chooser = new FileChooser();
        chooser.setTitle(title);
        var files = chooser.showOpenMultipleDialog(owner);
        return files == null ? List.of() : files.stream().map(File::toPath).toList();
    }
}
