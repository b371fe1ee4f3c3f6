package io.tical.console.stepup;

import atlantafx.base.theme.Styles;
import io.tical.console.part.OverlayPanel;
import io.tical.console.part.ProblemLabel;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Wrapped;
import io.tical.console.stepup.StepUpModel.Asked;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Asks, over the screens, for the code or the password before a change of controls is sent again. */
public final class StepUpPane implements OverlayPanel {
    private static final double WIDTH = 440;

    private final Texts texts;
    private final StepUpModel model;
    private final Runnable proved;
    private final Runnable cancelled;
    private final Runnable close;
    private final VBox box = new VBox(16);
    private boolean accepted;

    /**
     * @param proved runs after the service has accepted the proof and the pane is closed
     * @param cancelled runs if it is closed before
     * @param close closes the pane
     */
    public StepUpPane(Workspace workspace, Runnable proved, Runnable cancelled, Runnable close) {
        this.texts = workspace.texts();
        this.model = new StepUpModel(workspace, this::accept);
        this.proved = proved;
        this.cancelled = cancelled;
        this.close = close;
        box.setId("step-up");
        box.getStyleClass().addAll("panel", "overlay");
        box.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        box.setPrefWidth(WIDTH);
        box.disableProperty().bind(model.form().busy());
        model.asked().subscribe(this::show);
        model.load();
    }

    @Override
    public Region root() {
        return box;
    }

    @Override
    public boolean mayClose() {
        return !model.form().busy().get();
    }

    @Override
    public void closed() {
        (accepted ? proved : cancelled).run();
    }

    private void accept() {
        accepted = true;
        close.run();
    }

    private void show(Asked asked) {
        var title = new Label(texts.get("step-up.title"));
        title.getStyleClass().add("screen-title");
        box.getChildren().setAll(title, wrapped("step-up.why"));
        switch (asked) {
            case UNKNOWN -> box.getChildren().addAll(problems(), buttons(new TextField()));
            case CODE -> ask(new TextField(), "step-up.code");
            case PASSWORD -> ask(new PasswordField(), "step-up.password");
        }
    }

    private void ask(TextField field, String label) {
        field.setId("step-up-secret");
        var name = new Label(texts.get(label));
        name.setLabelFor(field);
        box.getChildren().addAll(new VBox(4, name, field), problems(), buttons(field));
        // The last answer may have left the pane disabled, which takes no focus.
        box.disableProperty().subscribe(disabled -> {
            if (!disabled) {
                field.requestFocus();
            }
        });
    }

    private HBox buttons(TextField field) {
        var cancel = new Button(texts.get("common.cancel"));
        cancel.setId("step-up-cancel");
        cancel.setOnAction(_ -> close.run());
        var confirm = new Button(texts.get("step-up.confirm"));
        confirm.setId("step-up-confirm");
        confirm.getStyleClass().add(Styles.ACCENT);
        confirm.setDefaultButton(true);
        confirm.setOnAction(_ -> model.prove(field.getText()));
        var line = new HBox(8, cancel, confirm);
        line.setAlignment(Pos.CENTER_RIGHT);
        return line;
    }

    private VBox problems() {
        return new VBox(
                2,
                new ProblemLabel("step-up-problem", model.form().problem()),
                new ProblemReference(texts, "step-up-reference", model.form().reference()));
    }

    private Label wrapped(String key) {
        var label = new Wrapped(texts.get(key));
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }
}
