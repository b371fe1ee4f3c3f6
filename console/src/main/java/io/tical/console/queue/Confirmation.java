package io.tical.console.queue;

import atlantafx.base.theme.Styles;
import io.tical.common.Ids;
import io.tical.console.part.Scrolling;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.DecisionPane.Decide;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.List;
import java.util.UUID;
import javafx.application.Platform;
import javafx.event.EventTarget;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** A decision that was chosen: what it does with what is typed, what must be entered, and the button that makes it. */
final class Confirmation {
    private final Decision decision;
    private final Formats formats;
    private final Texts texts;
    private final Decide decide;
    private final Runnable cancel;
    private final UUID requestId = Ids.next();
    private final Wrapped consequence = new Wrapped("");
    private final Remark difference = new Remark("difference");
    private final Remark reason = new Remark("why-reason");
    private final Remark secondPerson = new Remark("second-person");
    private final Button confirm = new Button();
    private final Form form;

    /** The decision with what it needs for what is typed now. */
    private Decision asked;

    /** In a low window what is typed scrolls, and the buttons stay. */
    private final ScrollPane scroll = new ScrollPane();

    /** Whether it was open before the focus moved. */
    private boolean read;

    /** @param cancel leaves it without a decision */
    Confirmation(Decision decision, Formats formats, Decide decide, Runnable cancel) {
        this.decision = decision;
        this.asked = decision;
        this.formats = formats;
        this.texts = formats.texts();
        this.decide = decide;
        this.cancel = cancel;
        consequence.setId("consequence");
        confirm.setId("confirm");
        confirm.getStyleClass().addAll(decision.weight() == Decision.Weight.DANGER ? Styles.DANGER : Styles.ACCENT);
        confirm.setOnAction(_ -> confirm());
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("form-scroll");
        this.form = new Form(decision, formats, reason, this::typed, this::confirm);
        preview();
    }

    Decision decision() {
        return decision;
    }

    List<Node> nodes() {
        var title = new Label(texts.get(decision.key()));
        title.getStyleClass().add("section-title");
        var left = new Button(texts.get("common.cancel") + "  Esc");
        left.setId("cancel");
        left.setOnAction(_ -> cancel.run());
        var buttons = new HBox(8, left, confirm);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        buttons.setMinHeight(HBox.USE_PREF_SIZE);
        var content = new VBox(12, title, consequence, difference);
        AsideView.of(formats, decision.consequence().aside())
                .ifPresent(aside -> content.getChildren().add(aside));
        content.getChildren().addAll(form.nodes());
        // The height that the pane asks for by itself is that of texts that do not wrap.
        content.heightProperty().subscribe(height -> scroll.setPrefViewportHeight(height.doubleValue()));
        scroll.setContent(content);
        secondPerson.setMinHeight(HBox.USE_PREF_SIZE);
        return List.of(scroll, secondPerson, buttons);
    }

    /** Asks for a reason, because the service's checks of what is typed failed. */
    void explain() {
        ask(decision.explained());
    }

    private void ask(Decision now) {
        asked = now;
        form.ask(now);
        preview();
    }

    private void typed(String input) {
        if (Decision.explains(input)) {
            preview();
        } else {
            ask(decision);
        }
    }

    /** Shows what would happen with what is typed now. */
    private void preview() {
        var now = Preview.of(asked, form.given(), formats);
        consequence.setText(now.sentence());
        difference.say(now.differs() ? Remark.Kind.WRONG : Remark.Kind.GOOD, now.difference());
        reason.say(Remark.Kind.ATTENTION, now.reason());
        secondPerson.say(Remark.Kind.COLLEAGUE, now.secondPerson());
        confirm.setText(texts.get(now.secondPerson().isEmpty() ? decision.key() : "queue.ask-approval") + "  ↵");
        if (now.blocked() && confirm.isFocused()) {
            focus(); // else the focus goes to the next button of the window, which the next key would press
        }
        confirm.setDisable(now.blocked());
    }

    /** Whether Enter confirms at once there: a button would act when the key is released, and a choice would be taken back. */
    boolean isButton(EventTarget target) {
        return confirm.equals(target) || target instanceof ToggleButton;
    }

    /** The first thing that must be entered or corrected, or else the button, where digits and Enter are understood. */
    void focus() {
        var next = form.next().orElse(confirm);
        if (next.getScene() == null) {
            scroll.applyCss(); // puts the form into the window, so that it can get the focus
        }
        next.requestFocus();
        if (read) {
            Scrolling.show(scroll, next);
        }
        read = true; // at first its beginning stays in view: what will happen
    }

    void digit(int number) {
        if (form.choose(number)) {
            Platform.runLater(this::focus); // not before the digit was typed, which the field would take
        }
    }

    void confirm() {
        var given = form.given();
        var wrong = asked.problems(given);
        form.tell(wrong);
        if (wrong.isEmpty()) {
            decide.decide(asked, given, requestId);
        } else {
            focus();
        }
    }
}
