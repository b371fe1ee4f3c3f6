package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.Outcome;
import io.tical.console.text.Texts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The message above the item of a queue. */
public sealed interface Notice {
    record None() implements Notice {}

    /**
     * A decision was made.
     *
     * @param object names what was decided on; empty for a decision without an item
     * @param key of a sentence with these values
     * @param undo the request that undoes the decision; null if it cannot, or can no longer, be undone
     */
    record Success(
            String object,
            String key,
            List<Object> values,
            @Nullable Takeback undo) implements Notice {
        static Success of(String object, Decision decision, Outcome.Done done) {
            return new Success(
                    object, decision.doneKey(done.data()), decision.doneValues(done.data()), takeback(decision, done));
        }

        private static @Nullable Takeback takeback(Decision decision, Outcome.Done done) {
            var undo = decision.undo();
            return undo == null ? null : new Takeback(undo.method(), undo.path(), undo.body(done.data()));
        }

        /** A copy with the words for live or for test data. */
        Success in(boolean livemode, Texts texts) {
            return new Success(object, texts.keyIn(livemode, key), values, undo);
        }

        /** A copy that names what was created. */
        Success about(String created) {
            return new Success(created, key, values, undo);
        }

        /** A copy that can no longer be undone. */
        Success withoutUndo() {
            return new Success(object, key, values, null);
        }
    }

    /**
     * A decision was made that waits for a second person, so nothing has moved.
     *
     * @param change whether it changes a control; then it can be taken back at once
     */
    record Waiting(String object, UUID approval, boolean change) implements Notice {
        /** The request that withdraws it. */
        Takeback withdrawal() {
            return new Takeback("POST", "/admin/v1/approvals/" + approval + "/withdraw", Map.of());
        }
    }

    /** A second person has answered, or the operator has withdrawn the decision. */
    record Answered(String object, Approvals.Row approval) implements Notice {
        /** Whether nothing changes any more: what was approved is first carried out, perhaps after a time. */
        boolean isFinal() {
            return !approval.status().equals("approved") && !approval.status().equals("scheduled");
        }

        /** Whether the decision was carried out. */
        boolean isDone() {
            return approval.status().equals("done");
        }
    }

    /** The item has changed since it was shown. */
    record Changed() implements Notice {}

    /** Another operator works on it. */
    record Claimed(String by, @Nullable Long until) implements Notice {}

    /** The item that was asked for belongs to the other environment, which is not shown. */
    record Elsewhere(boolean livemode) implements Notice {}

    /**
     * @param object names what was to be decided on, which is not always the item that is shown; empty for no decision
     * @param unknown whether the decision may have taken effect
     */
    record Problem(String object, ApiProblem why, boolean unknown) implements Notice {}

    /** Whether it reports a decision that was made, which is of no interest any more when the next one is begun. */
    default boolean isReport() {
        return this instanceof Success || this instanceof Waiting || this instanceof Answered;
    }

    /**
     * The message after an approval was read: its answer, if this message is about the same approval and can still change. Two answers
     * can be read at the same time and arrive in any order, and what was carried out is never told as approved again.
     */
    default Notice after(Approvals.Row read) {
        if (read.status().equals("pending")) {
            return this;
        }
        return switch (this) {
            case Waiting waiting when waiting.approval().equals(read.id()) -> new Answered(waiting.object(), read);
            case Answered answered
            when answered.approval().id().equals(read.id()) && !answered.isFinal() ->
                new Answered(answered.object(), read);
            case None _, Success _, Waiting _, Answered _, Changed _, Claimed _, Elsewhere _, Problem _ -> this;
        };
    }

    /** The request that undoes a decision. */
    record Takeback(String method, String path, Map<String, Object> body) {
        /** The same with a note, which a change of a control needs. */
        Takeback because(String note) {
            var noted = new HashMap<>(body);
            noted.put("note", note);
            return new Takeback(method, path, noted);
        }
    }
}
