package io.tical.console.shell;

import io.tical.common.admin.Hit;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.Chips;
import io.tical.console.part.FormState;
import io.tical.console.part.OverlayPanel;
import io.tical.console.part.ProblemLabel;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/** Finds any object by an id, a reference, an account number or a name. */
final class SearchPane implements OverlayPanel {
    private static final Duration TYPING_PAUSE = Duration.millis(250);
    private static final int TEXT_MIN = 4;

    private final Workspace workspace;
    private final BiConsumer<String, UUID> open;
    private final TextField field = new TextField();
    private final ListView<Hit> hits = new ListView<>();
    private final Wrapped hint = new Wrapped("");
    private final FormState form;
    private final VBox root;
    private int searches;

    SearchPane(Workspace workspace, BiConsumer<String, UUID> open) {
        this.workspace = workspace;
        this.open = open;
        form = new FormState(workspace.texts());
        field.setId("search-all");
        field.setPromptText(workspace.texts().get("shell.search.prompt"));
        hits.setId("hits");
        var problem = new ProblemLabel("search-problem", form.problem());
        var reference = new ProblemReference(workspace.texts(), "search-reference", form.reference());
        var instead = new VBox(4, hint, problem, reference);
        instead.setFillWidth(false);
        instead.setAlignment(Pos.CENTER);
        instead.setMaxHeight(Region.USE_PREF_SIZE);
        hint.managedProperty().bind(hint.textProperty().isNotEmpty());
        hits.setPlaceholder(instead);
        hits.setCellFactory(_ -> new HitCell());
        hint.getStyleClass().add("quiet");
        hint.setText(workspace.texts().get("shell.search.hint"));
        root = new VBox(12, field, hits);
        root.getStyleClass().addAll("panel", "overlay");
        root.setMaxSize(640, 480);
        VBox.setVgrow(hits, Priority.ALWAYS);
        var pause = new PauseTransition(TYPING_PAUSE);
        pause.setOnFinished(_ -> search());
        field.textProperty().subscribe((_, _) -> pause.playFromStart());
        field.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN) {
                hits.requestFocus();
                hits.getSelectionModel().selectFirst();
            } else if (event.getCode() == KeyCode.ENTER && !hits.getItems().isEmpty()) {
                open(hits.getItems().getFirst());
            }
        });
        hits.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                open(hits.getSelectionModel().getSelectedItem());
            }
        });
        hits.setOnMouseClicked(_ -> open(hits.getSelectionModel().getSelectedItem()));
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                field.requestFocus();
            }
        });
    }

    @Override
    public Region root() {
        return root;
    }

    private void open(@Nullable Hit hit) {
        if (hit != null) {
            open.accept(hit.type(), hit.id());
        }
    }

    private void search() {
        var text = field.getText().strip();
        var search = ++searches;
        if (text.length() < TEXT_MIN) {
            hits.getItems().clear();
            say("shell.search.hint");
            return;
        }
        workspace
                .tasks()
                .run(
                        () -> workspace
                                .api()
                                .list(
                                        AdminApi.path(
                                                "/admin/v1/search",
                                                Map.of("q", text, "livemode", String.valueOf(workspace.livemode()))),
                                        Hit.class),
                        found -> show(search, found),
                        problem -> failed(search, problem));
    }

    private void show(int search, List<Hit> found) {
        if (search == searches) {
            hits.getItems().setAll(found);
            say(workspace.livemode() ? "shell.search.nothing" : "shell.search.nothing.test");
        }
    }

    private void failed(int search, ApiProblem problem) {
        if (search == searches) {
            hits.getItems().clear();
            hint.setText("");
            form.tell(problem);
        }
    }

    private void say(String key) {
        form.tell("");
        hint.setText(workspace.texts().get(key));
    }

    private final class HitCell extends ListCell<Hit> {
        @Override
        protected void updateItem(@Nullable Hit hit, boolean empty) {
            super.updateItem(hit, empty);
            setText(null);
            setGraphic(empty || hit == null ? null : line(hit));
        }

        private HBox line(Hit hit) {
            var texts = workspace.texts();
            var what = new Label(texts.word("object", hit.type()));
            what.setMinWidth(120);
            var id = new Label(Formats.shortened(hit.id()));
            id.getStyleClass().add("mono");
            var whose = new Label(hit.organizationName());
            whose.getStyleClass().add("quiet");
            var line = new HBox(12, what, id, whose);
            line.setAlignment(Pos.CENTER_LEFT);
            var amount = hit.amount();
            var currency = hit.currency();
            if (amount != null && currency != null) {
                line.getChildren().add(new Label(workspace.formats().money(amount, currency)));
            }
            if (hit.livemode() != null) {
                line.getChildren().add(Chips.environment(texts, hit.livemode()));
            }
            if (hit.status() != null) {
                line.getChildren().add(Chips.status(texts, hit.status()));
            }
            return line;
        }
    }
}
