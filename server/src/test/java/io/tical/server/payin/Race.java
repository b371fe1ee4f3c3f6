package io.tical.server.payin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Several at once. */
final class Race {
    private Race() {}

    /** Starts all at the same moment; answers what came of each. */
    static <T> List<T> of(int count, IntFunction<T> runner) throws Exception {
        var gun = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var started = new ArrayList<Callable<T>>();
            for (int i = 0; i < count; i++) {
                var number = i;
                started.add(() -> {
                    gun.await();
                    return runner.apply(number);
                });
            }
            var running = started.stream().map(threads::submit).toList();
            gun.countDown();
            var results = new ArrayList<T>();
            for (var one : running) {
                results.add(one.get());
            }
            return results;
        }
    }
}
