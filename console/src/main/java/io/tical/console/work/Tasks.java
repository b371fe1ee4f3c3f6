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
    /** @param failed gets every failure; a defect of the console also ends in the handler of uncaught exceptions */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed) {
        run(work, done, failed, () -> {});
    }

    /** @param ended runs after either */
    public <T> void run(Callable<T> work, Consumer<? super T> done, Consumer<ApiProblem> failed, Runnable ended) {
        background.execute(() -> {
            try {
                var result = work.call();
                ui.execute(() -> {
                    done.accept(result);
                    ended.run();
                });
            } catch (ApiProblem problem) {
                fail(problem, failed, ended);
            } catch (Exception defect) {
                fail(new ApiProblem.Defect(defect), failed, ended);
                throw new IllegalStateException(defect);
            }
        });
    }

    private void fail(ApiProblem problem, Consumer<ApiProblem> failed, Runnable ended) {
        ui.execute(() -> {
            failed.accept(problem);
            ended.run();
        });
    }
}
