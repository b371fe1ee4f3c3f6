package io.tical.console.part;

import io.tical.common.admin.TransferAttempt;
import io.tical.console.text.Formats;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** Attempts to send money, as lines of facts. */
public final class Attempts {
    private Attempts() {}

    /** @param delivered minor units that arrived by an attempt that was delivered, which may be less than was sent */
    public static Node node(Formats formats, TransferAttempt attempt, long delivered, String currency) {
        var texts = formats.texts();
        var further = attempt.isFurther();
        var partly = attempt.state().equals("delivered") && delivered > 0 && delivered != attempt.amount();
        var amount =
                further && attempt.lateAmount() != null ? attempt.lateAmount() : partly ? delivered : attempt.amount();
        var state = further ? Chips.warning(texts.get("common.attempt.further")) : Chips.status(texts, attempt.state());
        var what = new Wrapped(texts.get(
                "common.attempt",
                attempt.number(),
                texts.word("rail", attempt.rail()),
                formats.money(amount, currency)));
        var when = new Label(formats.time(attempt.createdAt()));
        when.getStyleClass().addAll("quiet", "small");
        var box = new VBox(4, new HBox(8, what, state), when);
        if (attempt.route() != null) {
            var route = new Wrapped(attempt.route());
            route.getStyleClass().addAll("quiet", "small");
            box.getChildren().add(route);
        }
        if (partly) {
            box.getChildren()
                    .add(Chips.warning(texts.get("common.attempt.sent", formats.money(attempt.amount(), currency))));
        }
        if (attempt.reference() != null) {
            box.getChildren().add(new Copyable(texts, attempt.reference(), attempt.reference()));
        }
        if (attempt.lateAmount() != null && !further) {
            box.getChildren()
                    .add(Chips.warning(
                            texts.get("common.attempt.late", formats.money(attempt.lateAmount(), currency))));
        }
        return box;
    }
}
