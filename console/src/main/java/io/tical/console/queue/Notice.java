package io.tical.console.queue;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message above the item of a queue. */
public sealed interface Notice {
    record None() implements Notice {}

    /**
     * A decision was made.
     *
     * @param key of a sentence with these values
     * @param undo the request that undoes the decision; null if it cannot, or can no longer, be undone
     */
    record Success(
            String key, List<Object> values, @Nullable Takeback undo) implements Notice {
        static Success of(Decision decision, Outcome outcome) {
            return switch (outcome) {
                case Outcome.Done done ->
                    new Success(
                            decision.key() + ".done",
                            decision.told().isEmpty()
                                    ? List.of()
                                    : List.of(done.data().path(decision.told()).asText()),
                            takeback(decision, done));
                case Outcome.Waiting _ -> new Success("queue.waiting", List.of(), null);
            };
        }

        private static @Nullable Takeback takeback(Decision decision, Outcome.Done done) {
            var undo = decision.undo();
            return undo == null ? null : new Takeback(undo.method(), undo.path(), undo.body(done.data()));
        }

        /** A copy that can no longer be undone. */
        Success withoutUndo() {
            return new Success(key, values, null);
        }
    }

    /** The item has changed since it was shown. */
    record Changed() implements Notice {}

    /** Another operator works on it. */
    record Claimed(String by, @Nullable Long until) implements Notice {}

    /** @param unknown whether the decision may have taken effect */
    record Problem(ApiProblem why, boolean unknown) implements Notice {}

    /** The request that undoes a decision. */
    record Takeback(String method, String path, Map<String, Object> body) {}
}
