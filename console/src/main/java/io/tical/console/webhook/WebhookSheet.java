package io.tical.console.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.common.admin.Deliveries;
import io.tical.console.part.Copyable;
import io.tical.console.part.Facts;
import io.tical.console.queue.Heading;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** A callback with its body and its attempts. */
record WebhookSheet(Workspace workspace) {
    private Texts texts() {
        return workspace.texts();
    }

    List<Node> sections(WebhookItem item) {
        var row = item.row();
        var sections = new ArrayList<Node>();
        sections.add(new Heading(
                workspace.formats(),
                row,
                row.event(),
                row.organizationName() + " · " + texts().word("webhooks.endpoint", row.endpoint())));
        sections.add(new Facts(workspace.formats(), texts().get("webhooks.delivery"))
                .copyable("webhooks.url", row.url().isEmpty() ? texts().get("webhooks.no-url") : row.url())
                .link("webhooks.transaction", row.transactionType(), row.transactionId())
                .id("webhooks.id", row.id())
                .id("webhooks.body-id", row.eventId())
                .time("webhooks.created", row.createdAt())
                .time("webhooks.next", row.nextAttemptAt())
                .time("webhooks.delivered", row.deliveredAt()));
        item.detail().attemptLog().reversed().forEach(attempt -> sections.add(attempt(attempt)));
        sections.add(body(item.detail().body()));
        return sections;
    }

    private Facts attempt(Deliveries.Attempt attempt) {
        var status = attempt.statusCode();
        return new Facts(workspace.formats(), texts().get("webhooks.attempt", attempt.number()))
                .text("webhooks.answer", status == null ? texts().get("webhooks.no-answer") : "HTTP " + status)
                .text("webhooks.error", attempt.error())
                .text("webhooks.excerpt", attempt.responseExcerpt())
                .time("webhooks.at", attempt.at())
                .text("webhooks.took", texts().get("webhooks.ms", attempt.durationMs()))
                .id("webhooks.request-id", attempt.requestId());
    }

    private VBox body(String body) {
        var heading = new Label(texts().get("webhooks.body"));
        heading.getStyleClass().add("section-title");
        var copyable = new Copyable(texts(), indented(body), body);
        copyable.getStyleClass().addAll("mono", "small");
        var section = new VBox(8, heading, copyable);
        section.getStyleClass().add("section");
        return section;
    }

    /** The body in lines; as it is if it is not JSON. What is copied is always as it is sent. */
    private static String indented(String body) {
        try {
            return Json.mapper().readTree(body).toPrettyString();
        } catch (JsonProcessingException _) {
            return body;
        }
    }
}
