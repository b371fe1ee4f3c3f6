package io.tical.console.export;

import io.tical.console.api.ApiProblem;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/** Saves files of the service, one at a time, and says what became of the last one. */
public final class FileSaving extends VBox {
    private final Workspace workspace;
    private final List<Button> buttons;
    private final Wrapped words = new Wrapped("");
    private final FormState problem;
    private boolean saving;

    /** @param buttons that save, which wait for each other */
    public FileSaving(Workspace workspace, List<Button> buttons) {
        super(2);
        this.workspace = workspace;
        this.buttons = buttons;
        this.problem = new FormState(workspace.texts());
        words.setId("saved");
        words.getStyleClass().addAll("quiet", "small");
        words.managedProperty().bind(words.textProperty().isNotEmpty());
        getChildren().addAll(words, new ProblemReference(workspace.texts(), "save-reference", problem.reference()));
    }

    /**
     * Asks where, and saves there.
     *
     * @param key of the title of the question
     * @param name that is proposed
     */
    public void save(String key, String name, String path) {
        var to = saving ? null : workspace.saving().choose(workspace.texts().get(key), name);
        if (to != null) {
            busy(true);
            tell(workspace.texts().get("export.saving"));
            workspace.tasks().background().execute(() -> {
                var done = saved(path, to);
                workspace.tasks().ui().execute(() -> {
                    busy(false);
                    done.run();
                });
            });
        }
    }

    private void busy(boolean now) {
        saving = now;
        buttons.forEach(button -> button.setDisable(now));
    }

    /** Returns an action that shows the result. */
    private Runnable saved(String path, Path to) {
        var texts = workspace.texts();
        try {
            workspace.api().save(path, to);
            return () -> tell(texts.get("export.saved", to.getFileName()));
        } catch (ApiProblem refused) {
            return () -> {
                words.setText(texts.get("export.not-saved", Problems.sentence(texts, refused)));
                problem.tell(refused);
            };
        } catch (IOException e) {
            var why = ExportBar.why(texts, to, e);
            return () -> tell(texts.get("export.not-saved", why));
        }
    }

    private void tell(String sentence) {
        words.setText(sentence);
        problem.tell("");
    }

    /** Says nothing, because another item is shown. */
    public void clear() {
        tell("");
    }
}
