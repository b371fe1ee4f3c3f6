package io.tical.console.export;

import io.tical.console.api.ApiProblem;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Exports a table: asks for the file, and shows its progress, with a button that cancels. */
public final class ExportBar extends HBox {
    /** The message of Unix-like systems. */
    private static final String DISK_FULL = "No space left on device";

    private final Workspace workspace;
    private final Texts texts;
    private final Label words = new Wrapped("");
    private final FormState form;
    private final Button cancel;
    private @Nullable AtomicBoolean running;

    public ExportBar(Workspace workspace) {
        super(8);
        this.workspace = workspace;
        this.texts = workspace.texts();
        form = new FormState(texts);
        words.setId("export-progress");
        words.getStyleClass().addAll("quiet", "small");
        words.setMinWidth(0);
        words.managedProperty().bind(words.textProperty().isNotEmpty());
        cancel = new Button(texts.get("common.cancel"));
        cancel.setId("export-cancel");
        cancel.setMinWidth(USE_PREF_SIZE);
        cancel.setOnAction(_ -> cancel());
        cancel.setVisible(false);
        cancel.setManaged(false);
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(words.managedProperty());
        var said = new VBox(2, words, new ProblemReference(texts, "export-reference", form.reference()));
        HBox.setHgrow(said, Priority.ALWAYS);
        getChildren().addAll(said, cancel);
    }

    /** Asks for the file and writes it. @param name of the file that is offered, without its ending */
    public void choose(String name, CsvTable<?> table) {
        if (running != null) {
            return;
        }
        var file = workspace.saving().choose(texts.get("export.name"), name + ".csv");
        if (file != null) {
            write(table, file);
        }
    }

    /** Writes in the background. */
    private void write(CsvTable<?> table, Path file) {
        var cancelled = new AtomicBoolean();
        running = cancelled;
        tell(texts.get("export.running", 0), true);
        workspace.tasks().background().execute(() -> {
            var end = export(table, file, cancelled);
            workspace.tasks().ui().execute(() -> {
                running = null;
                end.run();
            });
        });
    }

    /** Returns an action that shows the result. */
    private Runnable export(CsvTable<?> table, Path file, AtomicBoolean cancelled) {
        try {
            var rows = table.write(
                    file,
                    written ->
                            workspace.tasks().ui().execute(() -> words.setText(texts.get("export.running", written))),
                    cancelled::get);
            var said = rows < 0 ? texts.get("export.cancelled") : texts.get("export.done", rows, file.getFileName());
            return () -> tell(said, false);
        } catch (ApiProblem problem) {
            return () -> {
                tell(texts.get("export.failed", Problems.sentence(texts, problem)), false);
                form.tell(problem);
            };
        } catch (IOException e) {
            return () -> tell(texts.get("export.failed", why(texts, file, e)), false);
        }
    }

    /** Why a file could not be written, and what to do. */
    public static String why(Texts texts, Path file, IOException problem) {
        return switch (problem) {
            case NoSuchFileException _, AccessDeniedException _ ->
                texts.get("export.folder", String.valueOf(file.getParent()));
            case FileSystemException full when DISK_FULL.equals(full.getReason()) -> texts.get("export.full");
            default ->
                DISK_FULL.equals(problem.getMessage())
                        ? texts.get("export.full")
                        : texts.get("export.problem", file, String.valueOf(problem.getMessage()));
        };
    }

    private void cancel() {
        var present = running;
        if (present != null) {
            present.set(true);
        }
    }

    private void tell(String sentence, boolean busy) {
        words.setText(sentence);
        form.tell("");
        cancel.setVisible(busy);
        cancel.setManaged(busy);
    }
}
