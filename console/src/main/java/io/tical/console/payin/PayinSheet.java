package io.tical.console.payin;

import io.tical.common.admin.Payins;
import io.tical.console.part.Facts;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.Timeline;
import io.tical.console.queue.Heading;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;

/** A payin with everything that belongs to it. */
record PayinSheet(Workspace workspace) {
    private Formats formats() {
        return workspace.formats();
    }

    private Texts texts() {
        return workspace.texts();
    }

    List<Node> sections(Payins.Detail payin) {
        var row = payin.row();
        var sections = new ArrayList<Node>();
        var heading = new Heading(
                formats(),
                row,
                formats().money(row.amount(), row.currency()),
                row.organizationName() + " · " + row.orderRef());
        if (row.paidAmount() > 0 && row.paidAmount() != row.transferAmount()) {
            heading.warn(texts().get("payins.paid-differs", formats().money(row.paidAmount(), row.currency())));
        }
        if (payin.deposit() != null && payin.deposit().difference() != null) {
            heading.warn(texts().get("payins.deposit.differs"));
        }
        sections.add(heading);
        sections.add(payment(row));
        if (payin.match() != null) {
            sections.add(match(payin.match()));
        }
        if (payin.deposit() != null) {
            sections.add(deposit(payin.deposit()));
        }
        if (!payin.slipIds().isEmpty()) {
            var slips = new Facts(formats(), texts().get("payins.slips"));
            payin.slipIds().forEach(id -> slips.add("payins.slip", new ObjectLink(texts(), "slip", id)));
            sections.add(slips);
        }
        payin.consents().forEach(consent -> sections.add(consent(consent)));
        payin.unallocatedFunds().forEach(funds -> sections.add(funds(funds)));
        sections.add(details(row));
        sections.add(new Timeline(formats(), payin.timeline()));
        return sections;
    }

    private Facts payment(Payins.Row row) {
        var section = new Facts(formats(), texts().get("payins.payment"))
                .money("payins.transfer", row.transferAmount(), row.currency());
        if (row.paidAmount() > 0) {
            section.money("payins.paid", row.paidAmount(), row.currency())
                    .money("payins.fee", row.feeAmount(), row.currency())
                    .money(texts().keyIn(row.livemode(), "payins.net"), row.netAmount(), row.currency())
                    .copyable("payins.reference", row.paidReference())
                    .copyable("common.return-reference", row.refundReference());
        }
        return section.text("payins.payer", row.customerName())
                .text("payins.receiving.platform", row.receivingPlatform())
                .number("payins.receiving.identifier", row.receivingIdentifier())
                .text("payins.receiving.holder", row.receivingHolderName());
    }

    private Facts deposit(Payins.Deposit deposit) {
        return new Facts(formats(), texts().get("payins.deposit"))
                .text("payins.deposit.network", deposit.network())
                .copyable("payins.deposit.address", deposit.address())
                .time("payins.deposit.checked", deposit.checkedThrough())
                .copyable("payins.deposit.difference", deposit.difference())
                .time("payins.deposit.since", deposit.differsSince());
    }

    private Facts match(Payins.Match match) {
        return new Facts(formats(), texts().get("payins.match"))
                .status("payins.match.status", match.status())
                .money("payins.match.amount", match.amount(), match.currency())
                .link("payins.match.payout", "payout", match.payoutId())
                .time("payins.match.release", match.isOpen() ? match.releaseAt() : null)
                .time("payins.match.created", match.createdAt());
    }

    private Facts consent(Payins.Consent consent) {
        return new Facts(formats(), texts().get("payins.consent"))
                .time("payins.consent.accepted", consent.acceptedAt())
                .text("payins.consent.text", texts().word("payins.consent.version", consent.textVersion()))
                .copyable("payins.consent.address", consent.address());
    }

    private Facts funds(Payins.Funds funds) {
        return new Facts(formats(), texts().get("payins.funds"))
                .status("payins.funds.status", funds.status())
                .text("payins.funds.reason", texts().word("suspense.reason", funds.reason()))
                .money("payins.funds.amount", funds.amount(), funds.currency())
                .copyable("payins.reference", funds.reference())
                .link("payins.funds.item", "suspense", funds.id());
    }

    private Facts details(Payins.Row row) {
        return new Facts(formats(), texts().get("payins.payin"))
                .text("payins.channel", texts().word("payins.channel", row.channel()))
                .text(
                        "payins.failure",
                        row.failureCode() == null ? null : texts().word("payins.failure", row.failureCode()))
                .text("payins.notes", row.notes())
                .copyable("payins.order-ref", row.orderRef())
                .id("payins.id", row.id())
                .time("payins.created", row.createdAt())
                .time("payins.expires", row.expiredAt())
                .time("payins.finalized", row.finalizedAt());
    }
}
