package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.console.part.Attempts;
import io.tical.console.part.Facts;
import io.tical.console.part.Timeline;
import io.tical.console.queue.Copies;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Sheet.Copy;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** A settlement with what a decision needs to know. */
record SettlementSheet(Workspace workspace) {
    List<Node> sections(Settlements.Detail settlement) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var row = settlement.row();
        var transferred = formats.money(row.targetAmount(), row.targetCurrencyCode());
        var heading = new Heading(formats, row, transferred, row.organizationName());
        if (row.reviewReason() != null) {
            heading.say(texts.get("settlements.review", texts.sentence("payouts.review", row.reviewReason())));
        }
        var sections = new ArrayList<Node>();
        sections.add(heading);
        sections.add(new Facts(formats, texts.get("settlements.destination"))
                .transfer(row.destination(), "settlements.net", row.targetAmount(), row.targetCurrencyCode()));
        if (!settlement.attempts().isEmpty()) {
            var attempts = new Facts(formats, texts.get("settlements.attempts"));
            settlement
                    .attempts()
                    .forEach(attempt -> attempts.add(
                            "settlements.attempt",
                            Attempts.node(formats, attempt, attempt.amount(), row.targetCurrencyCode())));
            sections.add(attempts);
        }
        sections.add(new Facts(formats, texts.get("settlements.settlement"))
                .money("settlements.amount", row.amount(), row.currency())
                .money("settlements.fee", row.feeAmount(), row.currency())
                .text("settlements.rate", rate(row))
                .text("settlements.why-failed", row.failureMessage())
                .id("settlements.client-operation", row.clientOperationId())
                .id("settlements.id", row.id())
                .time("settlements.created", row.createdAt())
                .time("settlements.completed", row.completedAt()));
        sections.add(new Timeline(formats, settlement.timeline()));
        return sections;
    }

    /** What somebody who transfers by hand copies. */
    List<Copy> copies(Settlements.Detail settlement) {
        var row = settlement.row();
        return Copies.of(row.destination(), workspace.formats().amount(row.targetAmount(), row.targetCurrencyCode()));
    }

    /** The rate of a conversion, such as {@code 1 USDT = 35.1 THB}; null without one. */
    private @Nullable String rate(Settlements.Row row) {
        return row.isConverted()
                ? workspace.texts().get("rates.equals", row.currency(), row.rate(), row.targetCurrencyCode())
                : null;
    }
}
