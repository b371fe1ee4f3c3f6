package io.tical.console.twostep;

import atlantafx.base.theme.Styles;
import io.tical.common.admin.SecondFactor;
import io.tical.common.admin.SecondFactor.Enrolment;
import io.tical.common.admin.SecondFactor.Qr;
import io.tical.console.part.Copyable;
import io.tical.console.part.OverlayPanel;
import io.tical.console.part.ProblemLabel;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.twostep.TwoStepModel.Step;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.SVGPath;
import javafx.scene.transform.Scale;

/** Two-step sign-in of the operator, over the screens: one step at a time. */
public final class TwoStepPane implements OverlayPanel {
    private static final double WIDTH = 440;
    private static final double QR_SIDE = 184;
    private static final int GROUP = 4;

    private final Workspace workspace;
    private final Texts texts;
    private final TwoStepModel model;
    private final Runnable close;
    private final VBox box = new VBox(16);

    /** @param close closes the pane */
    public TwoStepPane(Workspace workspace, Runnable close) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.model = new TwoStepModel(workspace);
        this.close = close;
        box.setId("two-step");
        box.getStyleClass().addAll("panel", "overlay");
        box.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        box.setPrefWidth(WIDTH);
        model.step().subscribe(this::show);
        model.load();
    }

    @Override
    public Region root() {
        return box;
    }

    @Override
    public boolean mayClose() {
        return model.mayClose();
    }

    @Override
    public boolean outlivesSession(Runnable leave) {
        return model.outlivesSession(leave);
    }

    @Override
    public void closed() {
        model.closed();
    }

    private void show(Step step) {
        box.getChildren().setAll(title("two-step.title"));
        switch (step) {
            case Step.Loading _ -> box.getChildren().addAll(words("two-step.loading"), problems());
            case Step.Off _ -> off();
            case Step.Connecting connecting -> connecting(connecting.enrolment());
            case Step.Recovery recovery -> recovery(recovery.codes());
            case Step.On on -> on(on.factor());
        }
    }

    private void off() {
        var password = new PasswordField();
        ask("two-step.off", password, "two-step.password", button("two-step.set-up", password, model::connect, true));
    }

    private void on(SecondFactor factor) {
        var since = factor.confirmedAt() == null ? "" : workspace.formats().time(factor.confirmedAt());
        var state = wrapped(texts.get("two-step.on", since, factor.recoveryCodes()));
        state.setId("two-step-state");
        box.getChildren().add(state);
        var code = new TextField();
        var renew = button("two-step.renew", code, model::renew, true);
        if (factor.required()) {
            box.getChildren().add(words("two-step.mandatory"));
            ask("two-step.change", code, "two-step.any-code", renew);
            return;
        }
        var off = button("two-step.disable", code, model::disable, false);
        off.getStyleClass().addAll(Styles.BUTTON_OUTLINED, Styles.DANGER);
        ask("two-step.change", code, "two-step.any-code", off, renew);
    }

    private void connecting(Enrolment enrolment) {
        var key = String.join(" ", enrolment.secret().split("(?<=\\G.{" + GROUP + "})"));
        var written = new VBox(8, words("two-step.key"), new Copyable(texts, key, enrolment.secret()));
        written.setAlignment(Pos.CENTER_LEFT);
        var line = new HBox(16, qr(enrolment.qr()), written);
        line.setAlignment(Pos.CENTER_LEFT);
        box.getChildren().addAll(words("two-step.scan"), line);
        var code = new TextField();
        ask("two-step.scanned", code, "two-step.code", button("two-step.confirm", code, model::confirm, true));
    }

    private void recovery(List<String> codes) {
        var list = new GridPane(32, 8);
        for (int number = 0; number < codes.size(); number++) {
            var label = new Label(codes.get(number));
            label.getStyleClass().add("mono");
            list.add(label, number % 2, number / 2);
        }
        var all = String.join("\n", codes);
        var stored = new CheckBox(texts.get("two-step.stored"));
        stored.setId("two-step-stored");
        stored.selectedProperty().bindBidirectional(model.stored());
        var done = new Button(texts.get("two-step.done"));
        done.setId("two-step-done");
        done.getStyleClass().add(Styles.ACCENT);
        done.setDefaultButton(true);
        done.disableProperty().bind(model.stored().not());
        done.setOnAction(_ -> model.done());
        box.getChildren()
                .addAll(
                        words("two-step.recovery"),
                        list,
                        new Copyable(texts, texts.get("two-step.copy"), all),
                        stored,
                        problems(),
                        right(done));
        stored.requestFocus();
    }

    private void ask(String explained, TextField field, String label, Button... buttons) {
        field.setId("two-step-secret");
        var name = new Label(texts.get(label));
        name.setLabelFor(field);
        box.getChildren().addAll(words(explained), new VBox(4, name, field), problems(), buttons(buttons));
        field.requestFocus();
    }

    private HBox buttons(Button... buttons) {
        var cancel = new Button(texts.get("two-step.close"));
        cancel.setId("two-step-close");
        cancel.setOnAction(_ -> close.run());
        var line = right(cancel);
        line.getChildren().addAll(buttons);
        return line;
    }

    private static HBox right(Button button) {
        var line = new HBox(8, button);
        line.setAlignment(Pos.CENTER_RIGHT);
        return line;
    }

    private Button button(String key, TextField field, Consumer<String> action, boolean primary) {
        var button = new Button(texts.get(key));
        button.setId(key.replace('.', '-'));
        button.setOnAction(_ -> action.accept(field.getText()));
        field.editableProperty().bind(model.form().busy().not());
        if (primary) {
            button.getStyleClass().add(Styles.ACCENT);
            button.setDefaultButton(true);
        }
        return button;
    }

    private VBox problems() {
        return new VBox(
                2,
                new ProblemLabel("two-step-problem", model.form().problem()),
                new ProblemReference(texts, "two-step-reference", model.form().reference()));
    }

    private Label title(String key) {
        var title = new Label(texts.get(key));
        title.getStyleClass().add("screen-title");
        return title;
    }

    private Label words(String key) {
        return wrapped(texts.get(key));
    }

    private static Label wrapped(String text) {
        var label = new Wrapped(text);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /** Black on white in every theme, as readers expect. */
    private static Node qr(Qr qr) {
        var modules = new SVGPath();
        modules.setContent(qr.path());
        modules.getTransforms().add(new Scale(QR_SIDE / qr.side(), QR_SIDE / qr.side()));
        // The path leaves out the quiet zone, so it is placed from the corner of the code.
        var corner = new SVGPath();
        corner.setContent("M0 0h" + QR_SIDE + "v" + QR_SIDE + "h-" + QR_SIDE + "z");
        corner.getStyleClass().add("qr-ground");
        var code = new StackPane(new Group(corner, modules));
        code.setMinSize(QR_SIDE, QR_SIDE);
        code.setMaxSize(QR_SIDE, QR_SIDE);
        modules.getStyleClass().add("qr-modules");
        return code;
    }
}
