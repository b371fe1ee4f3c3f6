package io.tical.console.approval;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.Approvals;
import io.tical.console.part.AmountDifference;
import io.tical.console.part.Facts;
import io.tical.console.part.LoggedChanges;
import io.tical.console.part.Problems;
import io.tical.console.part.RequestedDecision;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** What a colleague asked for, and what it is about. */
record ApprovalSheet(Workspace workspace) {
    List<Node> sections(ApprovalItem approval) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var row = approval.row();
        var subject = approval.subject();
        var words = RequestedDecision.words(texts, row);
        var heading = subject == null
                ? new Heading(formats, row, words, RequestedDecision.what(formats, row))
                : new Heading(
                        formats,
                        row,
                        RequestedDecision.what(formats, row),
                        words + " · " + ApprovalKind.whose(texts, subject));
        var booked = row.bookedAmount();
        if (booked != null && row.expectedAmount() != null) {
            var difference =
                    new AmountDifference(booked, row.expectedAmount(), Objects.requireNonNull(row.bookedCurrency()));
            if (difference.differs()) {
                heading.alarm(difference.words(formats));
            }
        }
        if (row.isOpen()) {
            heading.say(open(row));
        }
        var sections = new ArrayList<Node>();
        sections.add(heading);
        var file = approval.file();
        if (file != null) {
            sections.addAll(file.sections(workspace));
        }
        sections.add(asked(row));
        if (file == null) {
            sections.add(
                    subject == null ? new LoggedChanges(formats, row.before(), row.after()) : object(row, subject));
        }
        if (!row.status().equals("pending")) {
            sections.add(decided(row));
        }
        return sections;
    }

    private String open(Approvals.Row row) {
        var texts = workspace.texts();
        var own = row.isOf(workspace.operator().username());
        var at = row.effectiveAt();
        if (at != null) {
            var when = workspace.formats().time(at);
            return texts.get(own ? "approvals.scheduled.own" : "approvals.scheduled.other", row.maker(), when);
        }
        var change = row.isChange() ? ".change" : "";
        return texts.get("approvals." + (own ? "own" : "other") + change, row.maker());
    }

    private Facts asked(Approvals.Row row) {
        var texts = workspace.texts();
        var section = new Facts(workspace.formats(), texts.get("approvals.asked"))
                .text("approvals.maker", row.maker())
                .text("approvals.action", RequestedDecision.words(texts, row))
                .text("approvals.amount", row.isChange() ? null : RequestedDecision.what(workspace.formats(), row))
                .text("approvals.expected", money(row.expectedAmount(), row.bookedCurrency()))
                .text("approvals.why", words("approvals.why", row.why()))
                .text("approvals.differences", words("slips.check", row.differences()))
                .text(
                        "approvals.override-reason",
                        row.overrideReason() == null ? null : texts.word("queue.reason", row.overrideReason()))
                .text("approvals.note", row.note());
        row.request().properties().stream()
                .filter(field -> !row.isChange()
                        && texts.has("approvals.field." + field.getKey())
                        && !field.getValue().isNull())
                .forEach(field -> section.text(
                        "approvals.field." + field.getKey(), value(row, field.getKey(), field.getValue())));
        return section.time("approvals.asked-at", row.createdAt()).id("approvals.id", row.id());
    }

    private @Nullable String money(@Nullable Long amount, @Nullable String currency) {
        return amount == null || currency == null ? null : workspace.formats().money(amount, currency);
    }

    private String words(String kind, List<String> all) {
        return all.stream().map(word -> workspace.texts().word(kind, word)).collect(Collectors.joining(", "));
    }

    private String value(Approvals.Row row, String field, JsonNode value) {
        var currency = row.bookedCurrency();
        return currency != null && field.endsWith("amount") && value.isIntegralNumber()
                ? workspace.formats().money(value.asLong(), currency)
                : value.asText();
    }

    private Facts object(Approvals.Row row, Approvals.Subject subject) {
        var texts = workspace.texts();
        var section = new Facts(workspace.formats(), texts.word("object", row.objectType()))
                .link("approvals.object", row.objectType(), row.objectId())
                .status("approvals.status", subject.status())
                .text("approvals.organization", subject.organizationName())
                .copyable("approvals.order-ref", subject.orderRef())
                .text("approvals.customer", subject.customerName())
                .copyable("approvals.reference", subject.reference());
        return subject.destination() == null ? section : section.destination(subject.destination());
    }

    private Facts decided(Approvals.Row row) {
        var texts = workspace.texts();
        return new Facts(workspace.formats(), texts.get("approvals.decided"))
                .status("approvals.status", row.status())
                .text("approvals.checker", row.checker())
                .text("approvals.note", row.checkedNote())
                .text("approvals.failure", Problems.failure(texts, row))
                .time("approvals.effective-at", row.effectiveAt())
                .time("approvals.decided-at", row.updatedAt());
    }
}
