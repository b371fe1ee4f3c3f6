package io.tical.console.part;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.TimelineItem;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.VPos;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** What happened to an object, newest first. */
public final class Timeline extends VBox {
    private static final double TIMES_WIDTH = 184;
    private static final String ARROW = " → ";

    private final Texts texts;
    private final Formats formats;

    public Timeline(Formats formats, List<TimelineItem> items) {
        this.texts = formats.texts();
        this.formats = formats;
        var heading = new Label(texts.get("timeline.title"));
        heading.getStyleClass().add("section-title");
        var grid = new GridPane();
        var happened = new ColumnConstraints();
        happened.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().addAll(new ColumnConstraints(TIMES_WIDTH), happened);
        grid.getStyleClass().add("facts");
        items.reversed().forEach(item -> grid.addRow(grid.getRowCount(), at(item), what(item)));
        getStyleClass().add("section");
        getChildren().addAll(heading, grid);
    }

    private Label at(TimelineItem item) {
        var at = new Wrapped(formats.time(item.at()));
        at.getStyleClass().addAll("quiet", "small");
        GridPane.setValignment(at, VPos.TOP);
        return at;
    }

    private VBox what(TimelineItem item) {
        var what = new Wrapped(title(item));
        var box = new VBox(what);
        var more = more(item);
        if (!more.isEmpty()) {
            var quiet = new Wrapped(more);
            quiet.getStyleClass().addAll("quiet", "small");
            box.getChildren().add(quiet);
        }
        return box;
    }

    private String title(TimelineItem item) {
        return switch (item.kind()) {
            case "state" -> state(item);
            case "staff" -> texts.words("action", item.title());
            case "delivery" -> callback(item);
            case "posting" -> texts.has("posting." + item.title()) ? texts.word("posting", item.title()) : named(item);
            case "slip", "match", "consent" -> named(item);
            default -> item.title();
        };
    }

    private String named(TimelineItem item) {
        return texts.word("timeline", item.title().replace(' ', '_'));
    }

    private String state(TimelineItem item) {
        if (item.title().contains(ARROW)) {
            return Stream.of(item.title().split(ARROW))
                    .distinct()
                    .map(status -> texts.word("status", status))
                    .collect(Collectors.joining(ARROW));
        }
        var detail = item.detail();
        return detail.has("leg")
                ? texts.get(
                        detail.path("type").asText().equals("further_transfer") ? "timeline.further" : "timeline.late",
                        detail.path("leg").asInt(),
                        detail.path("attempt").asInt())
                : named(item);
    }

    /** The event, and the answer of an attempt. */
    private String callback(TimelineItem item) {
        var event = item.detail().path("event").asText();
        var answer = item.title().indexOf(": ");
        return answer < 0
                ? texts.get("timeline.callback.queued", event)
                : texts.get("timeline.callback.answered", event, item.title().substring(answer + 2));
    }

    private String more(TimelineItem item) {
        var detail = item.detail();
        return switch (item.kind()) {
            case "posting" -> posted(detail);
            case "state" ->
                Stream.of(
                                texts.word("trigger", detail.path("trigger").asText()),
                                texts.word("actor", detail.path("actor").asText()))
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining(" · "));
            case "staff" ->
                Stream.of(detail.path("actor").asText(), detail.path("note").asText(""))
                        .filter(word -> !word.isEmpty() && !word.equals("null"))
                        .collect(Collectors.joining(" · "));
            case "consent" ->
                texts.word("payins.consent.version", detail.path("text_version").asText());
            default -> "";
        };
    }

    private String posted(JsonNode detail) {
        if (!detail.path("amount").isNumber()) {
            return "";
        }
        var amount = formats.money(
                detail.path("amount").asLong(), detail.path("currency").asText());
        return detail.has("debit")
                ? amount + " · " + account(detail, "debit") + ARROW + account(detail, "credit")
                : amount;
    }

    private String account(JsonNode detail, String side) {
        return texts.word("account", detail.path(side).asText());
    }
}
