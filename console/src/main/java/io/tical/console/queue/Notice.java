package io.tical.console.queue;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the screen of a queue tells above the item. */
public sealed interface Notice {
    record None() implements Notice {}

    /**
     * A decision was made.
     *
     * @param key of a sentence with these values
     * @param undo takes back what was decided; null if it cannot be taken back, or not any more
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

        /** The same, which cannot be taken back any more. */
        Success withoutUndo() {
            return new Success(key, values, null);
        }
    }

    /** The item has changed since it was shown. */
    record Changed() implements Notice {}

    /** Somebody else works on it. */
    record Claimed(String by, @Nullable Long until) implements Notice {}

    /** @param unknown whether the decision may have taken effect */
    record Problem(ApiProblem why, boolean unknown) implements Notice {}

    /** The request that takes a decision back. */
    record Takeback(String method, String path, Map<String, Object> body) {}
}
