package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs blocking work in the background, and passes its result to the user interface thread.
 *
 * @param background runs each task on a thread of its own
 * @param ui runs on the thread of the user interface
 */
public record Tasks(Executor background, Executor ui) {
    /** @param failed gets every failure; a defect of the console also ends in the handler of uncaught exceptions */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed) {
        run(work, done, failed, () -> {});
    }

    /** @param ended runs after either, even if it throws */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed, Runnable ended) {
        background.execute(() -> {
            Runnable outcome;
            @Nullable IllegalStateException uncaught = null;
            try {
                var result = work.call();
                outcome = () -> done.accept(result);
            } catch (ApiProblem problem) {
                outcome = () -> failed.accept(problem);
            } catch (Exception defect) {
                outcome = () -> failed.accept(new ApiProblem.Defect(defect));
                uncaught = new IllegalStateException(defect);
            }
            tell(outcome, ended);
            if (uncaught != null) {
                throw uncaught;
            }
        });
    }

    private void tell(Runnable outcome, Runnable ended) {
        ui.execute(() -> {
            try {
                outcome.run();
            } finally {
                ended.run();
            }
        });
    }
}
