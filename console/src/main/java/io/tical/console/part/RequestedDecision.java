package io.tical.console.part;

import io.tical.common.admin.Approvals;
import io.tical.console.text.Texts;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The decision that a colleague requested, in words. */
public final class RequestedDecision {
    private RequestedDecision() {}

    /** Such as {@code Approve a payout}. */
    public static String words(Texts texts, Approvals.Row approval) {
        return texts.word("approvals.action", name(approval));
    }

    /** Such as {@code payouts-decision-approve}: the words of the path that are not ids, and the decision. */
    private static String name(Approvals.Row approval) {
        var request = approval.request();
        return Stream.concat(
                        Stream.of(approval.action()
                                        .substring("/admin/v1/".length())
                                        .split("/"))
                                .filter(part -> !part.startsWith("{")),
                        Stream.of("decision", "disposition", "outcome")
                                .map(field -> request.path(field).asText(""))
                                .filter(word -> !word.isEmpty()))
                .collect(Collectors.joining("-"));
    }
}
