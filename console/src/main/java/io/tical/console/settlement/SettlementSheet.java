package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.console.part.Attempts;
import io.tical.console.part.Facts;
import io.tical.console.part.Timeline;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;

/** A settlement with what a decision needs to know. */
record SettlementSheet(Workspace workspace) {
    List<Node> sections(Settlements.Detail settlement) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var row = settlement.row();
        var heading = new Heading(formats, row, formats.money(row.netAmount(), row.currency()), row.organizationName());
        if (row.reviewReason() != null) {
            heading.say(texts.get("settlements.review", row.reviewReason()));
        }
        var sections = new ArrayList<Node>();
        sections.add(heading);
        sections.add(new Facts(formats, texts.get("settlements.destination"))
                .destination(row.destination())
                .money("settlements.net", row.netAmount(), row.currency()));
        if (!settlement.attempts().isEmpty()) {
            var attempts = new Facts(formats, texts.get("settlements.attempts"));
            settlement
                    .attempts()
                    .forEach(attempt ->
                            attempts.add("settlements.attempt", Attempts.node(formats, attempt, row.currency())));
            sections.add(attempts);
        }
        sections.add(new Facts(formats, texts.get("settlements.settlement"))
                .money("settlements.amount", row.amount(), row.currency())
                .money("settlements.fee", row.feeAmount(), row.currency())
                .text("settlements.why-failed", row.failureMessage())
                .id("settlements.client-operation", row.clientOperationId())
                .id("settlements.id", row.id())
                .time("settlements.created", row.createdAt())
                .time("settlements.completed", row.completedAt()));
        sections.add(new Timeline(formats, settlement.timeline()));
        return sections;
    }
}
