package io.tical.console.part;

import io.tical.console.text.Texts;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A status as a word, a colour and a shape, the same everywhere. */
public final class Chips {
    private enum Tone {
        PENDING("neutral", Feather.CIRCLE),
        PROCESSING("info", Feather.REFRESH_CW),
        SUCCESS("success", Feather.CHECK),
        REVIEW("warning", Feather.PAUSE),
        FAILED("danger", Feather.X),
        ENDED("ended", Feather.MINUS),
        REFUNDED("returned", Feather.CORNER_UP_LEFT);

        private final String style;
        private final Feather icon;

        Tone(String style, Feather icon) {
            this.style = style;
            this.icon = icon;
        }

        static Tone of(String status) {
            return switch (status) {
                case "success",
                        "accepted",
                        "delivered",
                        "completed",
                        "resolved",
                        "approved",
                        "done",
                        "verified",
                        "active",
                        "match",
                        "matched",
                        "adopted",
                        "imported",
                        "applied",
                        "allocated",
                        "proved" -> SUCCESS;
                case "processing", "claimed", "checking", "confirming", "handed_out" -> PROCESSING;
                case "pending_review",
                        "in_review",
                        "partial_success",
                        "review",
                        "suspended",
                        "unknown",
                        "waiting",
                        "ready" -> REVIEW;
                case "failed", "rejected", "refused", "mismatch", "missing" -> FAILED;
                case "cancelled",
                        "expired",
                        "withdrawn",
                        "disabled",
                        "kept",
                        "dead",
                        "closed",
                        "gone",
                        "discarded",
                        "void",
                        "removed",
                        "ignored",
                        "explained" -> ENDED;
                case "refunded", "returned", "released", "undone", "reversed" -> REFUNDED;
                default -> PENDING;
            };
        }
    }

    private Chips() {}

    public static Label status(Texts texts, String status) {
        return chip(texts.word("status", status), Tone.of(status));
    }

    /** The environment of an object: test objects are amber, live objects are neutral. */
    public static Label environment(Texts texts, boolean livemode) {
        var chip = new Label(texts.get(livemode ? "common.live" : "common.test"));
        chip.getStyleClass().addAll("chip", livemode ? "chip-ended" : "chip-warning");
        return chip;
    }

    /** Something that needs attention. */
    public static Label warning(String words) {
        var chip = new Label(words);
        chip.getStyleClass().addAll("chip", "chip-warning");
        return chip;
    }

    private static Label chip(String word, Tone tone) {
        var chip = new Label(word, new FontIcon(tone.icon));
        chip.getStyleClass().addAll("chip", "chip-" + tone.style);
        return chip;
    }
}
