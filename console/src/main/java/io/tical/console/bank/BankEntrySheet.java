package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Booked;
import io.tical.common.admin.BankStatements.Candidate;
import io.tical.common.admin.BankStatements.Entry;
import io.tical.common.admin.BankStatements.EntryDetail;
import io.tical.common.admin.BankStatements.Line;
import io.tical.common.admin.BankStatements.Transfer;
import io.tical.console.part.Facts;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** An entry of an account: what the bank says, and what the service made of it. */
record BankEntrySheet(Workspace workspace, OwnAccounts accounts) {
    /** The beginning of the types of payments that came back. */
    private static final String RETURNED = "returned_";

    List<Node> sections(EntryDetail detail) {
        var entry = detail.entry();
        var sections = new ArrayList<Node>();
        sections.add(heading(entry));
        if (entry.matchedId() != null
                || entry.decidedBy() != null
                || entry.status().equals("ignored")) {
            sections.add(made(entry));
        }
        if (!detail.bookings().booked().isEmpty()) {
            sections.add(booked(detail.bookings().booked()));
        }
        sections.add(said(entry));
        if (!detail.candidates().isEmpty()) {
            sections.add(candidates(detail.candidates()));
        }
        if (!detail.transfers().isEmpty()) {
            sections.add(transfers(detail.transfers()));
        }
        return sections;
    }

    private Node heading(Entry entry) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var heading = new Heading(
                formats,
                entry,
                formats.signed(entry.amount(), entry.currency()),
                texts.get(
                        entry.amount() > 0 ? "bank-entries.into" : "bank-entries.out-of",
                        accounts.name(entry.accountId()),
                        day(entry.booked())));
        if (!entry.hint().equals("none")) {
            heading.warn(texts.word("bank-entries.hint", entry.hint()));
        }
        if (entry.reversal()) {
            heading.warn(texts.get("bank-entries.reversal"));
        }
        if (entry.status().equals("open")) {
            var reason = entry.reason();
            heading.say(reason == null ? unexplained(entry) : texts.word("bank-entries.why", reason));
        }
        return heading;
    }

    /** What nobody knows of an open entry, or what the bank calls it. */
    private String unexplained(Entry entry) {
        var texts = workspace.texts();
        return entry.hint().equals("none")
                ? texts.get(entry.amount() > 0 ? "bank-entries.open.in" : "bank-entries.open.out")
                : texts.get("bank-entries.open.hint", texts.word("bank-entries.hint", entry.hint()));
    }

    private Node made(Entry entry) {
        var texts = workspace.texts();
        var type = entry.matchedType();
        var section = new Facts(workspace.formats(), texts.get("bank-entries.made"))
                .status("queue.column.status", entry.status());
        if (type != null && entry.matchedId() != null && !type.equals(BankEntryDecisions.POSTING)) {
            var returned = type.startsWith(RETURNED);
            var object = returned ? type.substring(RETURNED.length()) : type;
            section.text(returned ? "bank-entries.gave-back" : "bank-entries.pays", texts.word("object", object))
                    .link("bank-entries.matched", object.equals("payin_refund") ? "payin" : object, entry.matchedId())
                    .link("bank-entries.organization", "organization", entry.matchedOrganization());
        }
        return section.text("bank-entries.reason", BankEntryKind.reason(workspace, entry))
                .text("bank-entries.decided-by", entry.decidedBy())
                .time("bank-entries.updated", entry.updatedAt());
    }

    private Node said(Entry entry) {
        var texts = workspace.texts();
        return new Facts(workspace.formats(), texts.get("bank-entries.said"))
                .text("bank-entries.booked", day(entry.booked()))
                .text("bank-entries.time", entry.time())
                .text("bank-entries.value-day", value(entry))
                .copyable("bank-entries.column.other", entry.partyName())
                .number("bank-entries.party.account", entry.partyAccount())
                .copyable("bank-entries.party.bank", entry.partyBank())
                .text("bank-entries.column.text", entry.text())
                .copyable("bank-entries.bank-reference", entry.bankReference())
                .copyable("bank-entries.end-to-end", entry.endToEnd())
                .text("bank-entries.code", entry.code())
                .text("bank-entries.return-reason", entry.returnReason())
                .link("bank-entries.file", "bank_file", entry.fileId())
                .link("bank-entries.column.account", "collection_account", entry.accountId())
                .id("bank-entries.id", entry.id());
    }

    private Node booked(List<Booked> bookings) {
        var section = new Facts(workspace.formats(), workspace.texts().get("bank-entries.bookings"));
        for (var booked : bookings) {
            section.text("bank-entries.bookings.line", words(workspace, List.of(booked.line())))
                    .time("bank-entries.bookings.at", booked.at());
        }
        return section;
    }

    /** What is debited and what is credited. */
    static String words(Workspace workspace, List<Line> lines) {
        var texts = workspace.texts();
        return lines.stream()
                .map(line -> texts.get(
                        "bank-entries.bookings.words",
                        workspace.formats().money(line.amount(), line.currency()),
                        texts.word("account", line.debit()),
                        texts.word("account", line.credit())))
                .collect(Collectors.joining("; "));
    }

    private Node candidates(List<Candidate> candidates) {
        var section = new Facts(workspace.formats(), workspace.texts().get("bank-entries.candidates"));
        for (var payin : candidates) {
            section.link("bank-entries.candidate", "payin", payin.id())
                    .copyable("bank-entries.candidate.reference", payin.orderRef())
                    .text("bank-entries.candidate.customer", payin.customerName())
                    .money("bank-entries.candidate.expected", payin.transferAmount(), payin.currency())
                    .status("bank-entries.candidate.status", payin.status())
                    .time("bank-entries.candidate.created", payin.createdAt());
        }
        return section;
    }

    private Node transfers(List<Transfer> transfers) {
        var texts = workspace.texts();
        var section = new Facts(workspace.formats(), texts.get("bank-entries.transfers"));
        for (var one : transfers) {
            section.link("bank-entries.transfer.of", one.type(), one.id())
                    .text("bank-entries.transfer.reported", texts.word("bank-entries.transfer.state", one.state()))
                    .copyable("bank-entries.transfer.payee", one.holderName())
                    .number("bank-entries.party.account", one.accountNo())
                    .copyable("bank-entries.bank-reference", one.reference())
                    .time("bank-entries.transfer.ordered", one.createdAt());
        }
        return section;
    }

    /** The value day if it is another one. */
    private @Nullable String value(Entry entry) {
        var value = entry.valueDay();
        return value == null || value.equals(entry.booked()) ? null : day(value);
    }

    private String day(String written) {
        return workspace.formats().day(LocalDate.parse(written));
    }
}
