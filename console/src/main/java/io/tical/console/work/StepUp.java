package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Asks the operator to prove again who they are when the service requires that for a change, and then lets the change be sent again. Used
 * on the thread of the user interface.
 */
public final class StepUp {
    private static final String REQUIRED = "STEP_UP_REQUIRED";

    private @Nullable Prompt prompt;

    /** Shows the question. */
    @FunctionalInterface
    public interface Prompt {
        /**
         * @param proved runs once the service has accepted the proof
         * @param cancelled runs if the operator closes the question instead
         */
        void ask(Runnable proved, Runnable cancelled);
    }

    /** @param prompt of the shell that is shown */
    public void promptWith(Prompt prompt) {
        this.prompt = prompt;
    }

    /**
     * Asks, if that is why a request was refused. Answers whether it is.
     *
     * @param again sends the request again
     * @param cancelled runs if the operator does not prove it
     */
    public boolean ask(ApiProblem why, Runnable again, Runnable cancelled) {
        var shown = prompt;
        if (shown == null
                || !(why instanceof Refused refused)
                || !refused.code().equals(REQUIRED)) {
            return false;
        }
        shown.ask(again, cancelled);
        return true;
    }
}
