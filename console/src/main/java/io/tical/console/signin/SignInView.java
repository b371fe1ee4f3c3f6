package io.tical.console.signin;

import atlantafx.base.theme.Styles;
import io.tical.common.Version;
import io.tical.console.part.ProblemLabel;
import io.tical.console.part.ProblemReference;
import io.tical.console.text.Texts;
import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.SVGPath;

/** The sign-in screen: one panel, one task. */
public final class SignInView {
    private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

    private final Texts texts;
    private final VBox root = new VBox();

    public SignInView(Texts texts, SignInModel model) {
        this.texts = texts;
        var address = field("address", new TextField(), model.address());
        var username = field("username", new TextField(), model.username());
        var password = field("password", new PasswordField(), model.password());
        var code = field("code", new TextField(), model.code());
        var second = named("sign-in.code", code);
        second.visibleProperty().bind(model.codeNeeded());
        second.managedProperty().bind(model.codeNeeded());
        model.addressProblem().subscribe(problem -> address.pseudoClassStateChanged(DANGER, !problem.isEmpty()));
        root.disableProperty().bind(model.form().busy());
        model.form().busy().subscribe((_, busy) -> {
            if (!busy) {
                (model.codeNeeded().get() ? code : password).requestFocus();
            }
        });
        model.codeNeeded().subscribe((_, needed) -> (needed ? code : password).requestFocus());

        var panel = new VBox(
                named("sign-in.address", address, new ProblemLabel("address-problem", model.addressProblem())),
                named("sign-in.username", username),
                named("sign-in.password", password),
                second,
                new ProblemLabel("problem", model.form().problem()),
                new ProblemReference(texts, "problem-reference", model.form().reference()),
                button(model));
        panel.getStyleClass().add("panel");
        root.getStyleClass().add("sign-in");
        var version = new Label("Tical " + Version.TEXT);
        version.setId("version");
        version.getStyleClass().add("quiet");
        root.getChildren().addAll(heading(), panel, version);
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                (model.username().get().isEmpty() ? username : password).requestFocus();
            }
        });
    }

    public Parent root() {
        return root;
    }

    private VBox heading() {
        // A coin with a T cut out of it.
        var mark = new SVGPath();
        mark.setContent("M16 0a16 16 0 1 0 0 32a16 16 0 1 0 0-32z M8 9h16v4h-6v11h-4v-11h-6z");
        mark.setFillRule(FillRule.EVEN_ODD);
        mark.getStyleClass().add("mark");
        var wordmark = new Label("Tical");
        wordmark.getStyleClass().add("wordmark");
        var line = new HBox(12, mark, wordmark);
        line.setAlignment(Pos.CENTER);
        var what = new Label(texts.get("sign-in.title"));
        what.getStyleClass().add("quiet");
        var heading = new VBox(4, line, what);
        heading.setAlignment(Pos.CENTER);
        return heading;
    }

    private static TextField field(String id, TextField field, StringProperty value) {
        field.setId(id);
        field.textProperty().bindBidirectional(value);
        return field;
    }

    private VBox named(String key, TextField field, Label... below) {
        var label = new Label(texts.get(key));
        label.setLabelFor(field);
        var box = new VBox(label, field);
        box.getChildren().addAll(below);
        box.getStyleClass().add("field");
        return box;
    }

    private Button button(SignInModel model) {
        var button = new Button();
        button.textProperty()
                .bind(Bindings.when(model.form().busy())
                        .then(texts.get("sign-in.busy"))
                        .otherwise(texts.get("sign-in.submit")));
        button.setId("sign-in");
        button.getStyleClass().add(Styles.ACCENT);
        button.setMaxWidth(Double.MAX_VALUE);
        button.setDefaultButton(true);
        button.setOnAction(_ -> model.signIn());
        return button;
    }
}
