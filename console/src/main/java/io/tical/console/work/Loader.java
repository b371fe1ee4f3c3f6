package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.LoadState.Loading;
import io.tical.console.work.LoadState.Ready;
import io.tical.console.work.LoadState.Stale;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** Loads one thing and keeps what is known of it. Used on the thread of the user interface. */
public final class Loader<T> {
    private final Tasks tasks;
    private final Clock clock;
    private final ReadOnlyObjectWrapper<LoadState<T>> state = new ReadOnlyObjectWrapper<>(new Loading<>());
    private Instant readyAt = Instant.MIN;
    private int loads;

    public Loader(Tasks tasks, Clock clock) {
        this.tasks = tasks;
        this.clock = clock;
    }

    public ReadOnlyObjectProperty<LoadState<T>> state() {
        return state.getReadOnlyProperty();
    }

    /** Forgets what was loaded, because something else is to be shown. */
    public void clear() {
        loads++;
        state.set(new Loading<>());
    }

    /** Shows what is known already. */
    public void show(T value) {
        loads++;
        ready(value);
    }

    /** Loads, and meanwhile keeps showing what is known. An answer is dropped if another load began after it. */
    public void load(Callable<T> source) {
        load(source, () -> {});
    }

    /** @param ended runs when its answer is shown or it failed; not if another load began after it */
    public void load(Callable<T> source, Runnable ended) {
        var load = ++loads;
        tasks.run(
                source,
                value -> {
                    if (load == loads) {
                        ready(value);
                    }
                },
                problem -> {
                    if (load == loads) {
                        failed(problem);
                    }
                },
                () -> {
                    if (load == loads) {
                        ended.run();
                    }
                });
    }

    private void ready(T value) {
        readyAt = clock.instant();
        state.set(new Ready<>(value));
    }

    private void failed(ApiProblem problem) {
        if (problem instanceof Refused refused && refused.endsSession()) {
            return; // the operator signs in again, and finds everything as it was
        }
        state.set(
                switch (state.get()) {
                    case Loading<T> _, Failed<T> _ -> new Failed<>(problem);
                    case Ready<T> ready -> new Stale<>(ready.value(), readyAt, problem);
                    case Stale<T> stale -> new Stale<>(stale.value(), stale.since(), problem);
                });
    }
}
