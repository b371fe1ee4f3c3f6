package io.tical.console.part;

import io.tical.common.admin.Approvals;
import io.tical.common.admin.Mention;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.api.ApiProblem.FieldProblem;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Problems in words. */
public final class Problems {
    private static final String BETWEEN = " · ";
    private static final int ID_LENGTH = 36;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final String RATE_LIMITED = "RATE_LIMITED";
    private static final String TRANSITION = "_STATUS_TRANSITION_INVALID";
    private static final int SECONDS = 60;

    /** A longer wait is told in minutes. */
    private static final int LONG_WAIT = 2 * SECONDS;

    /** Of fields, or of the whole request. */
    private static final String INVALID = "VALIDATION_FAILED";

    private Problems() {}

    /** What happened, with what it is about, and what to do. */
    public static String sentence(Formats formats, ApiProblem problem) {
        var about = problem instanceof Refused refused ? about(formats, refused.about()) : "";
        return about + sentence(formats.texts(), problem);
    }

    private static String about(Formats formats, @Nullable Mention about) {
        var key = about == null ? "" : "common.problem.about." + about.role();
        return about == null || !formats.texts().has(key)
                ? ""
                : formats.texts()
                                .get(
                                        key,
                                        Objects.requireNonNullElse(about.transferReference(), ""),
                                        Objects.requireNonNullElse(about.reference(), ""),
                                        Objects.requireNonNullElse(about.organizationName(), ""),
                                        about.amount() == null || about.currency() == null
                                                ? ""
                                                : formats.money(about.amount(), about.currency()),
                                        formats.time(about.createdAt()))
                        + " ";
    }

    /** Why an approved decision was refused; null unless it was. */
    public static @Nullable String failure(Texts texts, Approvals.Row approval) {
        var code = approval.failureCode();
        return code == null
                ? null
                : sentence(
                        texts,
                        new Refused(
                                CONFLICT,
                                code,
                                Objects.requireNonNullElse(approval.failureMessage(), code),
                                null,
                                List.of()));
    }

    /** What happened and what to do. */
    public static String sentence(Texts texts, ApiProblem problem) {
        return switch (problem) {
            case NoAnswer _ -> texts.get("common.problem.no-answer");
            case Defect _ -> texts.get("common.problem.defect");
            case Refused refused -> refused(texts, refused);
        };
    }

    private static String refused(Texts texts, Refused refused) {
        return refused.fields().stream()
                .map(field -> field(texts, field))
                .reduce(sentence(texts, refused), (all, field) -> all + "\n" + field);
    }

    /** What happened, without ids, names of the API and minor units, which are the language of programs. */
    private static String sentence(Texts texts, Refused refused) {
        var code = refused.code();
        var key = "common.problem." + code;
        if (code.equals(RATE_LIMITED) && refused.retrySeconds() > 0) {
            var seconds = refused.retrySeconds();
            return seconds < LONG_WAIT
                    ? texts.get("common.problem.wait.seconds", seconds)
                    : texts.get("common.problem.wait.minutes", (seconds + SECONDS - 1) / SECONDS);
        }
        if (texts.has(key) && !(refused.fields().isEmpty() && code.equals(INVALID))) {
            return texts.get(key);
        }
        if (refused.status() == NOT_FOUND && code.endsWith("_NOT_FOUND")) {
            return texts.get("common.problem.gone");
        }
        return code.endsWith(TRANSITION)
                ? texts.get("common.problem.transition")
                : Objects.requireNonNullElse(refused.getMessage(), code);
    }

    /** The name of the field as its form shows it, and what is wrong; in the words of the service if the console has none. */
    private static String field(Texts texts, FieldProblem field) {
        var name = field.field().substring(field.field().lastIndexOf('.') + 1).replaceAll("\\[[0-9]+]", "");
        var words = Stream.of(name + "." + field.code(), field.code())
                .map(key -> "field-problem." + key)
                .filter(texts::has)
                .findFirst()
                .map(key -> texts.get(key))
                .orElse(field.message());
        return texts.word("field", name) + ": " + words;
    }

    /** The same for narrow places, with the id shortened in its middle. */
    static String shortened(String reference) {
        var id = reference.indexOf(BETWEEN) + BETWEEN.length();
        return reference.length() - id == ID_LENGTH
                ? reference.substring(0, id) + Formats.shortened(reference.substring(id))
                : reference;
    }

    /** What support needs to find it: the code and the request, or the type of a defect; empty without an answer. */
    public static String reference(ApiProblem problem) {
        return switch (problem) {
            case NoAnswer _ -> "";
            case Defect defect -> defect.type();
            case Refused refused ->
                refused.requestId() == null ? refused.code() : refused.code() + BETWEEN + refused.requestId();
        };
    }
}
