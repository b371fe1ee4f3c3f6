package io.tical.console.queue;

import io.tical.common.Ids;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.Outcome;
import io.tical.console.work.Workspace;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/** The request of a decision, or of its undo. Nothing else is decided while one is on its way. */
final class Submission {
    private final Workspace workspace;
    private final ReadOnlyBooleanWrapper sending = new ReadOnlyBooleanWrapper();

    Submission(Workspace workspace) {
        this.workspace = workspace;
    }

    /** Whether a request is on its way. */
    ReadOnlyBooleanProperty sending() {
        return sending.getReadOnlyProperty();
    }

    /**
     * Sends a decision.
     *
     * @param requestId of the operator's intention: a repetition after a lost answer has the same one, so it takes effect once
     */
    void send(
            Decision decision,
            Map<String, Object> given,
            UUID requestId,
            Consumer<Outcome> done,
            Consumer<ApiProblem> failed) {
        send(decision.method(), decision.path(given), decision.body(given), requestId, done, failed);
    }

    /** Takes a decision back. */
    void send(Notice.Takeback undo, Consumer<Outcome> done, Consumer<ApiProblem> failed) {
        send(undo.method(), undo.path(), undo.body(), Ids.next(), done, failed);
    }

    private void send(
            String method,
            String path,
            Map<String, Object> body,
            UUID requestId,
            Consumer<Outcome> done,
            Consumer<ApiProblem> failed) {
        Runnable again = () -> send(method, path, body, requestId, done, failed);
        sending.set(true);
        workspace
                .tasks()
                .run(
                        () -> workspace.api().decide(method, path, body, requestId),
                        outcome -> {
                            sending.set(false);
                            done.accept(outcome);
                        },
                        // Whoever learns that nothing is on its way any more finds the problem already told.
                        problem -> {
                            if (!workspace.stepUp().ask(problem, again, () -> failed.accept(problem))) {
                                failed.accept(problem);
                            }
                        },
                        () -> sending.set(false)); // also after a problem or a defect
    }
}
