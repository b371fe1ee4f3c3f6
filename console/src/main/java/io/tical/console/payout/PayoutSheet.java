package io.tical.console.payout;

import io.tical.common.admin.Payouts;
import io.tical.console.part.Attempts;
import io.tical.console.part.Facts;
import io.tical.console.part.Timeline;
import io.tical.console.queue.Copies;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Sheet.Copy;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Node;

/** A payout with what a decision needs to know. */
record PayoutSheet(Workspace workspace) {
    private Formats formats() {
        return workspace.formats();
    }

    private Texts texts() {
        return workspace.texts();
    }

    List<Node> sections(Payouts.Detail payout) {
        var row = payout.row();
        var sections = new ArrayList<Node>();
        sections.add(heading(row));
        var ofLeg = payout.executionSteps().size() > 1 && next(payout).isPresent();
        sections.add(new Facts(formats(), texts().get("payouts.destination"))
                .transfer(
                        row.destination(),
                        ofLeg ? "payouts.leg.amount" : "payouts.amount",
                        toTransfer(payout),
                        row.currency())
                .text("payouts.customer", row.customerName()));
        payout.executionSteps().forEach(leg -> sections.add(leg(payout, leg)));
        sections.add(money(row));
        if (!payout.earlierDeliveries().isEmpty()) {
            sections.add(earlier(payout));
        }
        sections.add(new Timeline(formats(), payout.timeline()));
        return sections;
    }

    /** What somebody who transfers by hand copies. */
    List<Copy> copies(Payouts.Detail payout) {
        var row = payout.row();
        return Copies.of(row.destination(), formats().amount(toTransfer(payout), row.currency()));
    }

    /** The amount of the transfer that is reported next: that of one leg, and not of all. */
    private static long toTransfer(Payouts.Detail payout) {
        return next(payout).map(Payouts.Leg::amount).orElse(payout.row().amount());
    }

    private static Optional<Payouts.Leg> next(Payouts.Detail payout) {
        var left = payout.executionSteps().stream()
                .filter(leg -> !leg.hasOutcome())
                .toList();
        return left.stream()
                .filter(Payouts.Leg::isOpen)
                .findFirst()
                .or(() -> left.stream().findFirst());
    }

    private Heading heading(Payouts.Row row) {
        var heading = new Heading(
                formats(),
                row,
                formats().money(row.amount(), row.currency()),
                row.organizationName() + " · " + row.orderRef());
        // An expired payout keeps the reason and can no longer be approved.
        if (row.reviewReason() != null && !row.status().equals("expired")) {
            heading.say(sentence(texts().sentence("payouts.review", row.reviewReason())));
        }
        return heading;
    }

    /** What a rail reports begins with a small letter. */
    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private Facts leg(Payouts.Detail payout, Payouts.Leg leg) {
        var currency = payout.row().currency();
        var only = payout.executionSteps().size() == 1;
        var section =
                new Facts(formats(), only ? texts().get("payouts.leg.only") : texts().get("payouts.leg", leg.step()));
        section.status("payouts.leg.status", leg.status());
        if (!only) {
            section.money("payouts.leg.amount", leg.amount(), currency);
        }
        if (leg.transferAmount() > 0) {
            section.money("payouts.leg.arrived", leg.transferAmount(), currency);
        }
        for (var attempt : leg.attempts()) {
            section.add("payouts.attempt", Attempts.node(formats(), attempt, leg.transferAmount(), currency));
        }
        return section;
    }

    private Facts money(Payouts.Row row) {
        return new Facts(formats(), texts().get("payouts.payout"))
                .money("payouts.fee", row.feeAmount(), row.currency())
                .money("payouts.net", row.netAmount(), row.currency())
                .copyable("payouts.reference", row.slipQrRef())
                .copyable("common.return-reference", row.refundReference())
                .text("payouts.failure", row.failureMessage())
                .text("payouts.notes", row.notes())
                .copyable("payouts.order-ref", row.orderRef())
                .id("payouts.id", row.id())
                .time("payouts.created", row.createdAt())
                .time("payouts.review-until", row.status().equals("pending_review") ? row.expiredAt() : null)
                .time("payouts.finalized", row.finalizedAt());
    }

    private Facts earlier(Payouts.Detail payout) {
        var section = new Facts(formats(), texts().get("payouts.earlier"));
        for (var delivery : payout.earlierDeliveries()) {
            var when = delivery.finalizedAt() == null ? "" : " · " + formats().time(delivery.finalizedAt());
            section.text(
                    "payouts.earlier.delivered",
                    formats().money(delivery.delivered(), payout.row().currency()) + " · " + delivery.orderRef()
                            + when);
        }
        return section;
    }
}
