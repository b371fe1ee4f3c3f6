package io.tical.console.slip;

import io.tical.console.api.ApiProblem;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.control.Tooltip;
import javafx.scene.effect.ColorAdjust;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A picture that can be enlarged, turned and given more contrast. */
final class PicturePane extends BorderPane {
    private static final double STEP = 1.25;
    private static final double CONTRAST_STEP = 0.5;
    private static final double ZOOM_MIN = 0.25;
    private static final double ZOOM_MAX = 8;

    private final Texts texts;
    private final ImageView view = new ImageView();
    private final ColorAdjust adjustment = new ColorAdjust();
    private final Slider contrast = new Slider(-0.5, 1, 0);
    private final Wrapped words = new Wrapped("");
    private final FormState form;
    private final ScrollPane scroll;
    private double zoom = 1;

    PicturePane(Texts texts) {
        this.texts = texts;
        this.form = new FormState(texts);
        view.setPreserveRatio(true);
        view.setSmooth(true);
        view.setEffect(adjustment);
        adjustment.contrastProperty().bind(contrast.valueProperty());
        words.getStyleClass().add("quiet");
        var said = new VBox(4, words, new ProblemReference(texts, "picture-reference", form.reference()));
        said.setFillWidth(false);
        said.setAlignment(Pos.CENTER);
        said.setMaxHeight(USE_PREF_SIZE);
        var canvas = new StackPane(view, said);
        canvas.getStyleClass().add("picture");
        scroll = new ScrollPane(canvas);
        scroll.setPannable(true);
        scroll.setFitToWidth(true);
        scroll.setFitToHeight(true);
        scroll.viewportBoundsProperty().subscribe(_ -> fit());
        scroll.setOnScroll(event -> {
            if (event.isShortcutDown()) {
                zoom(event.getDeltaY() > 0 ? STEP : 1 / STEP);
                event.consume();
            }
        });
        contrast.setPrefWidth(72);
        contrast.setTooltip(new Tooltip(texts.get("slips.picture.contrast")));
        contrast.setAccessibleText(texts.get("slips.picture.contrast"));
        var tools = new HBox(
                4,
                tool(Feather.ZOOM_IN, "slips.picture.larger", "+", this::larger),
                tool(Feather.ZOOM_OUT, "slips.picture.smaller", "-", this::smaller),
                tool(Feather.MAXIMIZE, "slips.picture.fit", "W", this::whole),
                tool(Feather.ROTATE_CW, "slips.picture.rotate", "T", this::rotate),
                contrast);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("picture-tools");
        setCenter(scroll);
        setBottom(tools);
    }

    private Button tool(Feather icon, String key, String shortcut, Runnable action) {
        var button = new Button(shortcut, new FontIcon(icon));
        button.setTooltip(new Tooltip(texts.get(key)));
        button.setAccessibleText(texts.get(key));
        button.getStyleClass().add("icon-button");
        button.setFocusTraversable(false);
        button.setOnAction(_ -> action.run());
        return button;
    }

    void show(Image image) {
        if (image.isError()) {
            say(texts.get("slips.picture.broken"));
            return;
        }
        say("");
        view.setImage(image);
        view.setRotate(0);
        contrast.setValue(0);
        whole();
    }

    /** Shows a sentence in place of a picture. */
    void say(String sentence) {
        view.setImage(null);
        words.setText(sentence);
        form.tell("");
    }

    /** Tells why there is no picture. */
    void say(String sentence, ApiProblem why) {
        say(sentence + "\n" + Problems.sentence(texts, why));
        form.tell(why);
    }

    void larger() {
        zoom(STEP);
    }

    void smaller() {
        zoom(1 / STEP);
    }

    void whole() {
        zoom = 1;
        fit();
    }

    void rotate() {
        view.setRotate((view.getRotate() + 90) % 360);
        fit();
    }

    /** One step more contrast; after the most, none. */
    void contrast() {
        contrast.setValue(contrast.getValue() >= contrast.getMax() ? 0 : contrast.getValue() + CONTRAST_STEP);
    }

    private void zoom(double factor) {
        zoom = Math.clamp(zoom * factor, ZOOM_MIN, ZOOM_MAX);
        fit();
    }

    /** Fits the picture into what is visible of it, times the zoom. */
    private void fit() {
        var image = view.getImage();
        var bounds = scroll.getViewportBounds();
        if (image == null || bounds.getWidth() <= 0) {
            return;
        }
        var lying = view.getRotate() % 180 != 0;
        var width = lying ? image.getHeight() : image.getWidth();
        var height = lying ? image.getWidth() : image.getHeight();
        var scale = Math.min(bounds.getWidth() / width, bounds.getHeight() / height) * zoom;
        view.setFitWidth(image.getWidth() * scale);
        view.setFitHeight(image.getHeight() * scale);
    }
}
