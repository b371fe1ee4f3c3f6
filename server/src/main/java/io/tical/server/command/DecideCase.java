package io.tical.server.command;

import io.tical.common.admin.LostCases;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tical fence decide}: says what became of a case. */
@Command(
        name = "decide",
        description = {
            "Say what became of a case. Without --outcome it shows the case and what each outcome does, and changes nothing.",
            "Another operator must approve it: always that a case is closed, and the outcome of live money."
        },
        mixinStandardHelpOptions = true)
final class DecideCase extends FenceDecision {
    /** What people can say. */
    enum Outcome {
        /** The bank has the transfer. */
        SUCCESS,
        /** The bank never had it. */
        FAILED,
        /** It was dealt with elsewhere. */
        CLOSED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "<case>", description = "The id of the case, as ./tical fence shows it")
    private UUID id = new UUID(0, 0);

    @Option(
            names = "--outcome",
            paramLabel = "<outcome>",
            description =
                    "success: the bank has the transfer. failed: it does not. closed: it was dealt with elsewhere")
    private @Nullable Outcome outcome;

    @Option(
            names = "--reference",
            paramLabel = "<text>",
            description = "The bank's reference of the transfer; for success")
    private @Nullable String reference;

    @Option(
            names = {"--note", "--reason"},
            paramLabel = "<text>",
            description = "How you know, and what was done about it")
    private @Nullable String note;

    DecideCase(InputStream in) {
        super(in);
    }

    @Override
    boolean decide(Terms terms) {
        var lost = terms.operator().get("/admin/v1/lost/" + id, LostCases.Row.class);
        var transfer = LostTransfer.of(terms.operator(), lost).orElse(null);
        terms.words().of(lost).forEach(out()::println);
        if (transfer != null) {
            terms.words().of(transfer).forEach(out()::println);
        }
        var possible = possible(lost, transfer, terms.words());
        if (outcome == null) {
            possible.forEach((one, effect) -> out().println(LostWords.line(one.word(), effect)));
            if (possible.isEmpty()) {
                out().println("Nothing is left to decide.");
            }
            return true;
        }
        var effect = possible.get(outcome);
        if (effect == null) {
            err().println("Nothing was changed: this case cannot be decided as " + outcome.word() + ". "
                    + (possible.isEmpty()
                            ? "Nothing is left to decide."
                            : "Possible: "
                                    + String.join(
                                            ", ",
                                            possible.keySet().stream()
                                                    .map(Outcome::word)
                                                    .toList()) + "."));
            return false;
        }
        out().println(LostWords.line(outcome.word(), effect));
        if (reference != null) {
            out().println(LostWords.line("transfer", reference));
        }
        if (!terms.agreed()) {
            return false;
        }
        if (outcome == Outcome.CLOSED || transfer == null) {
            terms.send("/admin/v1/lost/" + id + "/close", fields(lost.version()), "The case is closed.");
        } else {
            var fields = fields(transfer.version());
            fields.put("outcome", outcome.word());
            fields.put("reference", reference);
            terms.send(transfer.outcomePath(), fields, "The outcome is recorded.");
        }
        return true;
    }

    /** What can be said of it, and what each does. */
    private static Map<Outcome, String> possible(LostCases.Row lost, @Nullable LostTransfer transfer, LostWords words) {
        var possible = new EnumMap<Outcome, String>(Outcome.class);
        if (transfer != null && transfer.open()) {
            possible.put(Outcome.SUCCESS, words.arrived(transfer));
            possible.put(Outcome.FAILED, words.notArrived(transfer));
        }
        if (lost.status().equals("open")) {
            possible.put(Outcome.CLOSED, LostWords.closing(lost));
        }
        return possible;
    }

    private Map<String, Object> fields(int version) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("version", version);
        fields.put("note", note);
        return fields;
    }
}
