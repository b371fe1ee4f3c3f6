package io.tical.console.ticket;

import io.tical.common.admin.Tickets;
import io.tical.console.part.Chips;
import io.tical.console.part.Facts;
import io.tical.console.part.Timeline;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** A ticket with its comments and what happened to its transaction. */
record TicketSheet(Workspace workspace) {
    List<Node> sections(Tickets.Detail ticket) {
        var row = ticket.row();
        var sections = new ArrayList<Node>();
        sections.add(heading(row));
        sections.add(about(row));
        if (!ticket.comments().isEmpty()) {
            sections.add(comments(ticket));
        }
        if (!ticket.timeline().isEmpty()) {
            sections.add(new Timeline(workspace.formats(), ticket.timeline()));
        }
        return sections;
    }

    private Heading heading(Tickets.Row row) {
        var texts = workspace.texts();
        var heading = new Heading(
                workspace.formats(),
                row,
                texts.word("tickets.sub-type", row.issueSubType()),
                row.organizationName() + " · " + texts.word("tickets.type", row.issueType()));
        var until = row.claimedUntil();
        if (row.claimedBy() != null && until != null) {
            heading.say(texts.get(
                    "tickets.claimed-by", row.claimedBy(), workspace.formats().clock(until)));
        }
        return heading;
    }

    private Facts about(Tickets.Row row) {
        var facts = new Facts(workspace.formats(), workspace.texts().get("tickets.about"))
                .text("tickets.description", row.description())
                .text("tickets.resolution", row.resolution());
        if (row.transactionType() != null) {
            facts.link("tickets.transaction", row.transactionType(), row.transactionId());
        }
        return facts.copyable("tickets.request", row.requestId())
                .id("tickets.id", row.id())
                .time("tickets.created", row.createdAt())
                .time("tickets.resolved", row.resolvedAt());
    }

    private VBox comments(Tickets.Detail ticket) {
        var heading = new Label(workspace.texts().get("tickets.comments"));
        heading.getStyleClass().add("section-title");
        var section = new VBox(12, heading);
        section.getStyleClass().add("section");
        ticket.comments().forEach(comment -> section.getChildren().add(comment(comment)));
        return section;
    }

    private VBox comment(Tickets.Comment comment) {
        var texts = workspace.texts();
        var text = new Wrapped(comment.text());
        var by = new Label(comment.operator() + " · " + workspace.formats().time(comment.createdAt()));
        by.getStyleClass().addAll("quiet", "small");
        var line = new HBox(8, by);
        if (!comment.visible()) {
            line.getChildren().add(Chips.warning(texts.get("tickets.internal")));
        }
        return new VBox(4, text, line);
    }
}
