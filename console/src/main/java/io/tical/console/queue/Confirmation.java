package io.tical.console.queue;

import atlantafx.base.theme.Styles;
import io.tical.common.Ids;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.DecisionPane.Decide;
import io.tical.console.text.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javafx.application.Platform;
import javafx.event.EventTarget;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/** A decision that was chosen: its consequence, what must be entered, and the button that makes it. */
final class Confirmation {
    private final Decision decision;
    private final Formats formats;
    private final Decide decide;
    private final Runnable cancel;
    private final UUID requestId = Ids.next();
    private final Form form;
    private final Button confirm;

    /** @param cancel leaves it without a decision */
    Confirmation(Decision decision, Formats formats, Decide decide, Runnable cancel) {
        this.decision = decision;
        this.formats = formats;
        this.decide = decide;
        this.cancel = cancel;
        this.form = new Form(decision, formats, this::confirm);
        this.confirm = new Button(formats.texts().get(decision.key()) + "  ↵");
        confirm.setId("confirm");
        confirm.getStyleClass().addAll(decision.weight() == Decision.Weight.DANGER ? Styles.DANGER : Styles.ACCENT);
        confirm.setOnAction(_ -> confirm());
    }

    Decision decision() {
        return decision;
    }

    List<Node> nodes() {
        var texts = formats.texts();
        var title = new Label(texts.get(decision.key()));
        title.getStyleClass().add("section-title");
        var consequence = new Wrapped(decision.consequence());
        consequence.setId("consequence");
        var left = new Button(texts.get("common.cancel") + "  Esc");
        left.setId("cancel");
        left.setOnAction(_ -> cancel.run());
        var buttons = new HBox(8, left, confirm);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        var nodes = new ArrayList<Node>(List.of(title, consequence));
        nodes.addAll(form.nodes());
        nodes.add(buttons);
        return nodes;
    }

    boolean isButton(EventTarget target) {
        return confirm.equals(target);
    }

    /** The first thing that must be entered or corrected, or else the button, where digits and Enter are understood. */
    void focus() {
        form.next().orElse(confirm).requestFocus();
    }

    void digit(int number) {
        if (form.choose(number)) {
            Platform.runLater(this::focus); // not before the digit was typed, which the field would take
        }
    }

    void confirm() {
        var given = form.given();
        var wrong = decision.problems(given);
        form.tell(wrong);
        if (wrong.isEmpty()) {
            decide.decide(decision, given, requestId);
        } else {
            focus();
        }
    }
}
