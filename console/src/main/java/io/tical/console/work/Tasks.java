package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Runs blocking work in the background, and passes its result to the user interface thread.
 *
 * @param background runs each task on a thread of its own
 * @param ui runs on the thread of the user interface
 */
public record Tasks(Executor background, Executor ui) {
    /** @param failed gets what the service refused; any other exception is a defect and ends in the handler of uncaught ones */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed) {
        run(work, done, failed, () -> {});
    }

    /** @param ended runs after either, and after a defect */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed, Runnable ended) {
        background.execute(() -> {
            try {
                var result = work.call();
                ui.execute(() -> {
                    done.accept(result);
                    ended.run();
                });
            } catch (ApiProblem problem) {
                ui.execute(() -> {
                    failed.accept(problem);
                    ended.run();
                });
            } catch (Exception defect) {
                ui.execute(ended);
                throw new IllegalStateException(defect);
            }
        });
    }
}
