package io.tical.console.work;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks for files of this computer. */
@FunctionalInterface
public interface SaveDialog {
    /**
     * Asks where a file is to be written.
     *
     * @param title of the dialog
     * @param name of the file that is offered
     * @return null if the operator cancelled
     */
    @Nullable
    Path choose(String title, String name);

    /**
     * Asks which files are to be read.
     *
     * @return none if the operator cancelled
     */
    default List<Path> chooseSeveral(String title) {
        return List.of();
    }
}
