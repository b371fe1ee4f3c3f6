package io.tical.server.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.common.admin.Approvals;
import io.tical.common.admin.Destination;
import io.tical.common.admin.LostCases;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Approves, refuses or withdraws what an operator decided on what was lost. */
abstract class CheckApproval extends FenceDecision {
    static final String PATH = "/admin/v1/approvals/";

    /** In the request, and shown elsewhere or of no interest. */
    private static final Set<String> NOT_SHOWN = Set.of("version", "note");

    private final String verb;

    @Parameters(
            arity = "1..*",
            paramLabel = "<approval>",
            description = "The ids of the approvals, as ./tical fence shows them")
    private List<UUID> ids = List.of();

    CheckApproval(InputStream in, String verb) {
        super(in);
        this.verb = verb;
    }

    /** The fields of the request that are sent with it. */
    Map<String, ?> fields() {
        return Map.of();
    }

    @Command(
            name = "approve",
            description = "Approve what another operator decided, which is then carried out.",
            mixinStandardHelpOptions = true)
    static final class Approve extends CheckApproval {
        Approve(InputStream in) {
            super(in, "approve");
        }
    }

    @Command(
            name = "refuse",
            description = "Refuse what another operator decided, which then changes nothing.",
            mixinStandardHelpOptions = true)
    static final class Refuse extends CheckApproval {
        @Option(
                names = {"--note", "--reason"},
                paramLabel = "<text>",
                description = "Why")
        private @Nullable String note;

        Refuse(InputStream in) {
            super(in, "refuse");
        }

        @Override
        Map<String, ?> fields() {
            return note == null ? Map.of() : Map.of("note", note);
        }
    }

    @Command(
            name = "withdraw",
            description = "Take back your own decision, before another operator has approved it.",
            mixinStandardHelpOptions = true)
    static final class Withdraw extends CheckApproval {
        Withdraw(InputStream in) {
            super(in, "withdraw");
        }
    }

    @Override
    final boolean decide(Terms terms) {
        for (var id : ids) {
            var approval = terms.operator().get(PATH + id, Approvals.Row.class);
            if (!isAboutLost(approval)) {
                err().println("Nothing was changed: approval " + id
                        + " is not about what was lost. Decide on it in the console.");
                return false;
            }
            terms.words().of(approval).forEach(out()::println);
            show(approval, terms);
        }
        out().println(LostWords.line("you", verb + (ids.size() == 1 ? " it" : " these " + ids.size())));
        if (!terms.agreed()) {
            return false;
        }
        var refused = 0;
        for (var id : ids) {
            try {
                refused += carriedOut(terms.operator().decide(PATH + id + "/" + verb, fields())) ? 0 : 1;
            } catch (AdminSocket.Refused why) {
                err().println(why.getMessage());
                refused++;
            }
        }
        return refused == 0;
    }

    /** Says what became of it; false if the decision that was approved failed. */
    private boolean carriedOut(JsonNode approval) {
        var failure = approval.path("failure_message");
        out().println("approval " + approval.path("id").asText() + " is "
                + approval.path("status").asText() + ".");
        if (failure.isTextual()) {
            err().println("Nothing was changed: " + failure.asText());
        }
        return !failure.isTextual();
    }

    private static boolean isAboutLost(Approvals.Row approval) {
        return Set.of("lost_case", "outward_log").contains(approval.objectType())
                || approval.why().contains("lost");
    }

    private void show(Approvals.Row approval, Terms terms) {
        switch (approval.objectType()) {
            case "lost_case" -> {
                var lost = terms.operator().get("/admin/v1/lost/" + approval.objectId(), LostCases.Row.class);
                terms.words().of(lost).forEach(out()::println);
                out().println(LostWords.line("closed", LostWords.closing(lost)));
            }
            case "outward_log" -> out().println(LostWords.line("gone", LostWords.GONE));
            default -> {
                var type = approval.objectType();
                var item = terms.operator().get("/admin/v1/" + type + "s/" + approval.objectId(), JsonNode.class);
                out().println(LostWords.line(
                        "object",
                        LostWords.environment(approval.livemode()) + " " + type + " " + approval.objectId() + ", "
                                + item.path("status").asText()));
                Stream.of("order_ref", "client_operation_id")
                        .map(item::path)
                        .filter(JsonNode::isTextual)
                        .forEach(reference -> out().println(LostWords.line("reference", reference.asText())));
                out().println(LostWords.line(
                        "merchant", item.path("organization_name").asText()));
                out().println(LostWords.line(
                        "to",
                        LostTransfer.words(Json.mapper().convertValue(item.path("destination"), Destination.class))));
                out().println(LostWords.line("decision", request(approval.request())));
            }
        }
    }

    private static String request(JsonNode request) {
        return request.propertyStream()
                .filter(field ->
                        !NOT_SHOWN.contains(field.getKey()) && !field.getValue().isNull())
                .map(field -> field.getKey() + " " + field.getValue().asText())
                .collect(Collectors.joining(", "));
    }
}
