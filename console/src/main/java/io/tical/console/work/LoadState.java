package io.tical.console.work;

import io.tical.console.api.ApiProblem;
import java.time.Instant;
import java.util.Optional;

/** What a screen knows of the data that it shows. */
public sealed interface LoadState<T> {
    /** The first answer has not come yet. */
    record Loading<T>() implements LoadState<T> {}

    /** As the service answered last. */
    record Ready<T>(T value) implements LoadState<T> {}

    /**
     * The last refresh failed; what is shown may have changed since. Money must not be decided on it.
     *
     * @param since when it was current
     */
    record Stale<T>(T value, Instant since, ApiProblem why) implements LoadState<T> {}

    /** The first load failed. */
    record Failed<T>(ApiProblem why) implements LoadState<T> {}

    /** What can be shown. */
    default Optional<T> shown() {
        return switch (this) {
            case Loading<T> _, Failed<T> _ -> Optional.empty();
            case Ready<T> ready -> Optional.of(ready.value());
            case Stale<T> stale -> Optional.of(stale.value());
        };
    }

    /** Whether decisions may be based on it. */
    default boolean isCurrent() {
        return this instanceof Ready<T>;
    }
}
