package io.tical.console;

import atlantafx.base.theme.Styles;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.StringExpression;
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

    private final VBox root = new VBox();

    public SignInView(SignInModel model) {
        var address = field("address", new TextField(), model.address());
        var userName = field("user-name", new TextField(), model.userName());
        var password = field("password", new PasswordField(), model.password());
        model.addressProblem().subscribe(problem -> address.pseudoClassStateChanged(DANGER, !problem.isEmpty()));

        var panel = new VBox(
                named("Service address", address, problem(model.addressProblem())),
                named("User name", userName),
                named("Password", password),
                new VBox(8, signIn(), notice()));
        panel.getStyleClass().add("panel");
        root.getStyleClass().add("sign-in");
        root.getChildren().addAll(heading(), panel);
        root.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                userName.requestFocus();
            }
        });
    }

    public Parent root() {
        return root;
    }

    private static VBox heading() {
        // A coin with a T cut out of it.
        var mark = new SVGPath();
        mark.setContent("M16 0a16 16 0 1 0 0 32a16 16 0 1 0 0-32z M8 9h16v4h-6v11h-4v-11h-6z");
        mark.setFillRule(FillRule.EVEN_ODD);
        mark.getStyleClass().add("mark");
        var wordmark = new Label("Tical");
        wordmark.getStyleClass().add("wordmark");
        var line = new HBox(12, mark, wordmark);
        line.setAlignment(Pos.CENTER);
        var what = new Label("Operators’ console");
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

    private static VBox named(String name, TextField field, Label... below) {
        var label = new Label(name);
        label.setLabelFor(field);
        var box = new VBox(label, field);
        box.getChildren().addAll(below);
        box.getStyleClass().add("field");
        return box;
    }

    private static Label problem(StringExpression text) {
        var label = new Label();
        label.setId("address-problem");
        label.setWrapText(true);
        label.getStyleClass().addAll("small", "problem");
        label.textProperty().bind(text);
        label.visibleProperty().bind(Bindings.isNotEmpty(text));
        label.managedProperty().bind(label.visibleProperty());
        return label;
    }

    private static Button signIn() {
        var button = new Button("Sign in");
        button.setId("sign-in");
        button.getStyleClass().add(Styles.ACCENT);
        button.setMaxWidth(Double.MAX_VALUE);
        button.setDisable(true);
        return button;
    }

    private static Label notice() {
        var label = new Label(SignInModel.NOT_YET);
        label.setId("notice");
        label.setWrapText(true);
        label.getStyleClass().addAll("quiet", "small");
        return label;
    }
}
