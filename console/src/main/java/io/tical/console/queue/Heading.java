package io.tical.console.queue;

import io.tical.common.admin.WorkItem;
import io.tical.console.part.Chips;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/** What an item is about: the biggest thing of its sheet. */
public final class Heading extends VBox {
    private final FlowPane chips;

    /**
     * @param what such as its amount
     * @param whose such as its organization and reference
     */
    public Heading(Formats formats, WorkItem item, String what, String whose) {
        super(4);
        var amount = new Wrapped(what);
        amount.getStyleClass().add("amount");
        var line = new Wrapped(whose);
        chips = new FlowPane(
                8,
                4,
                Chips.environment(formats.texts(), item.livemode()),
                Chips.status(formats.texts(), item.status()));
        getChildren().addAll(amount, line, chips);
    }

    /** Adds something that needs attention. */
    public Heading warn(String words) {
        chips.getChildren().add(Chips.warning(words));
        return this;
    }

    /** Adds a sentence about something wrong. */
    public Heading alarm(String sentence) {
        var label = new Wrapped(sentence);
        label.getStyleClass().add("mismatch");
        getChildren().add(label);
        return this;
    }

    /** Adds a sentence that the operator should read before a decision. */
    public Heading say(String sentence) {
        var label = new Wrapped(sentence);
        label.getStyleClass().add("attention");
        getChildren().add(label);
        return this;
    }
}
