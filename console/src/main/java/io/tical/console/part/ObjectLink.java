package io.tical.console.part;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.io.Serial;
import java.util.Set;
import java.util.UUID;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.layout.HBox;

/** The id of another object: opens its screen if its type has one, and can be copied. */
public final class ObjectLink extends HBox {
    /** The types of objects that have a place. */
    public static final Set<String> TYPES = Set.of(
            "payin",
            "payout",
            "settlement",
            "slip",
            "suspense",
            "lost_case",
            "approval",
            "issue",
            "delivery",
            "customer_account",
            "organization_account",
            "organization",
            "collection_account",
            "operator",
            "notice",
            "bank_file",
            "bank_entry",
            "bank_day",
            "payment_file",
            "payment_proof");

    /** Asks the shell to open an object. */
    public static final class Opening extends Event {
        public static final EventType<Opening> OPEN = new EventType<>("OPEN_OBJECT");

        @Serial
        private static final long serialVersionUID = 1;

        private final String type;
        private final UUID id;

        public Opening(String type, UUID id) {
            super(OPEN);
            this.type = type;
            this.id = id;
        }

        /** As the search names it. */
        public String type() {
            return type;
        }

        public UUID id() {
            return id;
        }
    }

    /** @param type as the search names it, such as {@code payin} */
    public ObjectLink(Texts texts, String type, UUID id) {
        super(4);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().addAll("copyable", "mono");
        getChildren().addAll(name(texts, type, id), new CopyButton(texts, id::toString));
    }

    private Labeled name(Texts texts, String type, UUID id) {
        if (!TYPES.contains(type)) {
            return new Label(Formats.shortened(id));
        }
        var link = new Hyperlink(Formats.shortened(id));
        link.setId("open-" + type);
        link.setAccessibleText(texts.get("common.open", texts.word("object", type)));
        link.setOnAction(_ -> fireEvent(new Opening(type, id)));
        return link;
    }
}
