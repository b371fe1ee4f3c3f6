package io.tical.server.command;

import io.tical.common.admin.Approvals;
import io.tical.common.admin.LostCases;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was lost and what decisions on it do, in words for a terminal.
 *
 * @param scales the digits of the minor units, by currency
 */
record LostWords(Map<String, Integer> scales) {
    static final String GONE =
            "Says that a log will never be read again. Nothing waits for it any more, and what only it knew may be"
                    + " sent again: read the bank's statement first.";

    /** Such as {@code 1,500.00 THB}. */
    String money(long minor, String currency) {
        var scale = scales.getOrDefault(currency, 0);
        return String.format(Locale.ROOT, "%,.".concat(scale + "f"), BigDecimal.valueOf(minor, scale)) + " " + currency;
    }

    static String time(long unixSeconds) {
        return Instant.ofEpochSecond(unixSeconds).toString();
    }

    List<String> of(LostCases.Row lost) {
        var lines = new ArrayList<String>();
        var what = switch (lost.kind()) {
            case "sent" -> "was sent by " + lost.rail();
            case "reported" -> "was transferred, as people reported";
            default -> "the merchant was told " + lost.event();
        };
        lines.add("case " + lost.id() + ", " + lost.status() + ": " + what + " at " + time(lost.sentAt()));
        lines.add(line(
                "object",
                environment(lost.livemode()) + " " + lost.subject() + " " + lost.transactionId()
                        + (lost.step() == null ? "" : ", leg " + lost.step())));
        lines.add(line("amount", money(lost.amount(), lost.currency())));
        lines.add(line("merchant", lost.organizationName()));
        if (lost.reference() != null) {
            lines.add(line("reference", lost.reference()));
        }
        if (lost.note() != null) {
            lines.add(line("note", lost.note()));
        }
        return lines;
    }

    List<String> of(LostTransfer transfer) {
        var lines = new ArrayList<String>();
        lines.add(line("now", transfer.subject() + " " + transfer.id() + " is " + transfer.status()));
        lines.add(line("to", transfer.destination()));
        if (transfer.reviewReason() != null) {
            lines.add(line("why", transfer.reviewReason()));
        }
        return lines;
    }

    static String of(LostCases.Log log) {
        return "log " + log.id() + ", " + log.status() + ": last seen at " + time(log.seenAt()) + ", " + log.records()
                + " records are in the database" + (log.blocks() ? ", and nothing is sent because of it" : "");
    }

    List<String> of(Approvals.Row approval) {
        var lines = new ArrayList<String>();
        lines.add("approval " + approval.id() + ", " + approval.status() + ": asked for by " + approval.maker() + " at "
                + time(approval.createdAt()));
        if (approval.subject() != null) {
            lines.add(line("subject", approval.subject()));
        }
        if (approval.bookedAmount() != null && approval.bookedCurrency() != null) {
            lines.add(line("amount", money(approval.bookedAmount(), approval.bookedCurrency())));
        }
        if (approval.note() != null) {
            lines.add(line("note", approval.note()));
        }
        return lines;
    }

    /** What the closing of a case does. */
    static String closing(LostCases.Row lost) {
        var elsewhere = "Says that it was dealt with elsewhere. Nothing is booked or sent.";
        return switch (lost.kind()) {
            case "sent" -> elsewhere + " A later order with this reference is sent.";
            case "reported" ->
                "Says that it was not transferred, or was dealt with elsewhere. Nothing is booked or sent now. Its "
                        + lost.subject() + " can be sent again.";
            default -> elsewhere;
        };
    }

    String arrived(LostTransfer transfer) {
        return "Records that " + money(transfer.amount(), transfer.currency()) + " reached " + transfer.destination()
                + " for " + transfer.organizationName() + ", and tells the merchant.";
    }

    String notArrived(LostTransfer transfer) {
        return "Records that " + money(transfer.amount(), transfer.currency()) + " did not reach "
                + transfer.destination() + ". " + money(transfer.returned(), transfer.returnedCurrency())
                + (transfer.subject().equals("payout")
                        ? " and the fee on it return to " + transfer.organizationName()
                                + "'s available balance when all legs have an outcome."
                        : " return to " + transfer.organizationName() + "'s available balance.");
    }

    static String environment(boolean livemode) {
        return livemode ? "live" : "test";
    }

    static String line(String name, String text) {
        return String.format(Locale.ROOT, "  %-10s %s", name, text);
    }
}
