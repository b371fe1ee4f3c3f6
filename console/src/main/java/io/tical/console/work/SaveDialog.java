package io.tical.console.work;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Asks where a file is to be written. */
@FunctionalInterface
public interface SaveDialog {
    /**
     * @param title of the dialog
     * @param name of the file that is offered
     * @return null if the operator cancelled
     */
    @Nullable
    Path choose(String title, String name);
}
