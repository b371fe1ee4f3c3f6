package io.tical.console.part;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;

/** Problems in words. */
public final class Problems {
    private static final String BETWEEN = " · ";
    private static final int ID_LENGTH = 36;
    private static final int NOT_FOUND = 404;

    /** Of fields, or of the whole request. */
    private static final String INVALID = "VALIDATION_FAILED";

    private Problems() {}

    /** What happened and what to do. */
    public static String sentence(Texts texts, ApiProblem problem) {
        return switch (problem) {
            case NoAnswer _ -> texts.get("common.problem.no-answer");
            case Defect _ -> texts.get("common.problem.defect");
            case Refused refused -> refused(texts, refused);
        };
    }

    private static String refused(Texts texts, Refused refused) {
        var key = "common.problem." + refused.code();
        var gone = refused.status() == NOT_FOUND && refused.code().endsWith("_NOT_FOUND");
        var sentence =
                texts.has(key) && !(refused.fields().isEmpty() && refused.code().equals(INVALID))
                        ? texts.get(key)
                        : gone ? texts.get("common.problem.gone") : refused.getMessage();
        return refused.fields().stream()
                .map(field -> field.field() + ": " + field.message())
                .reduce(sentence, (all, field) -> all + "\n" + field);
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
