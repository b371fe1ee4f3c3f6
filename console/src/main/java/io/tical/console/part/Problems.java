package io.tical.console.part;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.text.Texts;

/** Problems in words. */
public final class Problems {
    private Problems() {}

    /** What happened and what to do. */
    public static String sentence(Texts texts, ApiProblem problem) {
        return switch (problem) {
            case NoAnswer _ -> texts.get("common.problem.no-answer");
            case Refused refused -> refused(texts, refused);
        };
    }

    private static String refused(Texts texts, Refused refused) {
        var key = "common.problem." + refused.code();
        var sentence = texts.has(key) ? texts.get(key) : refused.getMessage();
        return refused.fields().stream()
                .map(field -> field.field() + ": " + field.message())
                .reduce(sentence, (all, field) -> all + "\n" + field);
    }

    /** What support needs to find it: the code and the request; empty without an answer. */
    public static String reference(ApiProblem problem) {
        return switch (problem) {
            case NoAnswer _ -> "";
            case Refused refused ->
                refused.requestId() == null ? refused.code() : refused.code() + " · " + refused.requestId();
        };
    }
}
