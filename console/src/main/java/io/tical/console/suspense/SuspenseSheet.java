package io.tical.console.suspense;

import io.tical.common.admin.UnallocatedFunds;
import io.tical.console.part.Facts;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;

/** Unallocated funds with what a decision needs to know. */
record SuspenseSheet(Workspace workspace) {
    List<Node> sections(UnallocatedFunds.Detail funds) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var row = funds.row();
        var heading = new Heading(formats, row, formats.money(row.amount(), row.currency()), row.organizationName());
        heading.say(texts.word("suspense.reason", row.reason()));
        var sections = new ArrayList<Node>();
        sections.add(heading);
        sections.add(new Facts(formats, texts.get(row.isClaim() ? "suspense.claim" : "suspense.payment"))
                .copyable("suspense.reference", row.reference())
                .money("suspense.amount", row.amount(), row.currency())
                .text("suspense.source", texts.word("suspense.source", row.source()))
                .link("suspense.payin", "payin", row.payinId())
                .link("suspense.payout", "payout", row.payoutId())
                .link("suspense.settlement", "settlement", row.settlementId())
                .id("suspense.id", row.id())
                .time("suspense.noted", row.createdAt()));
        if (row.status().equals("open") && !row.isClaim()) {
            sections.add(candidates(funds));
        }
        if (row.decidedBy() != null) {
            sections.add(new Facts(formats, texts.get("suspense.decided"))
                    .status("suspense.disposition", row.status())
                    .link("suspense.matched", "payin", row.matchedPayinId())
                    .copyable("common.return-reference", row.returnedReference())
                    .text("suspense.decided-by", row.decidedBy())
                    .text("queue.note", row.note())
                    .time("suspense.decided-at", row.updatedAt()));
        }
        return sections;
    }

    private Node candidates(UnallocatedFunds.Detail funds) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        if (funds.candidates().isEmpty()) {
            return new Facts(formats, texts.get("suspense.candidates"))
                    .text("suspense.candidates.none", texts.get("suspense.candidates.why"));
        }
        var section = new Facts(formats, texts.get("suspense.candidates"));
        for (var payin : funds.candidates()) {
            section.link("suspense.candidate", "payin", payin.id())
                    .copyable("suspense.candidate.reference", payin.orderRef())
                    .text("suspense.candidate.customer", payin.customerName())
                    .status("suspense.candidate.status", payin.status())
                    .time("suspense.candidate.created", payin.createdAt());
        }
        return section;
    }
}
