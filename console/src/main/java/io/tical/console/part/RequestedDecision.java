package io.tical.console.part;

import io.tical.common.admin.Approvals;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The decision that a colleague requested, in words. */
public final class RequestedDecision {
    private static final String TREE = "/admin/v1/";

    private RequestedDecision() {}

    /** Such as {@code Approve a payout}. */
    public static String words(Texts texts, Approvals.Row approval) {
        return texts.word("approvals.action", name(approval));
    }

    /** The amount that it books, or what the change of a control concerns. */
    public static String what(Formats formats, Approvals.Row approval) {
        var amount = approval.bookedAmount();
        var currency = approval.bookedCurrency();
        return amount == null || currency == null
                ? Objects.requireNonNullElse(approval.subject(), "")
                : formats.money(amount, currency);
    }

    /** Such as {@code payouts-decision-approve}, or {@code put-operators-password}: the method unless it is POST, the words of the path that are not ids, and the decision. */
    private static String name(Approvals.Row approval) {
        var request = approval.request();
        var action = approval.action();
        var path = action.indexOf(TREE);
        return Stream.concat(
                        Stream.of((action.substring(0, path).strip().toLowerCase(Locale.ROOT)
                                                + "/"
                                                + action.substring(path + TREE.length()))
                                        .split("/"))
                                .filter(part -> !part.isEmpty() && !part.startsWith("{")),
                        Stream.of("decision", "disposition", "outcome")
                                .map(field -> request.path(field).asText(""))
                                .filter(word -> !word.isEmpty()))
                .collect(Collectors.joining("-"));
    }
}
