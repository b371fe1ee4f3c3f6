package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FairSemaphoreTest {
    private final FairSemaphore semaphore = new FairSemaphore(1, Duration.ofSeconds(20), 5, 3);
    private final List<String> order = new CopyOnWriteArrayList<>();

    private Thread waiting(String source, String name) {
        var thread = Thread.ofPlatform().start(() -> {
            semaphore.await(source);
            order.add(name);
            semaphore.end();
        });
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void sourcesHaveTheirTurnsOneAfterTheOther() throws InterruptedException {
        semaphore.await("a");
        var threads = List.of(waiting("a", "a1"), waiting("a", "a2"), waiting("a", "a3"), waiting("b", "b1"));
        semaphore.end();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("a1", "b1", "a2", "a3");
    }

    @Test
    void tooManyOfOneSourceAndTooManyAtAllAreRefusedAtOnce() {
        semaphore.await("a");
        for (var name : List.of("1", "2", "3")) {
            waiting("a", name);
        }
        assertThatThrownBy(() -> semaphore.await("a")).isInstanceOf(Problem.Unavailable.class);
        waiting("b", "4");
        waiting("b", "5");
        assertThatThrownBy(() -> semaphore.await("b")).isInstanceOf(Problem.Unavailable.class);
        semaphore.end();
        await().until(() -> order.size() == 5);
    }

    @Test
    void aNewSourceTakesThePlaceOfTheNewestOfTheSourceWithTheMost() throws InterruptedException {
        semaphore.await("a");
        var threads = new ArrayList<>(List.of(waiting("a", "a1"), waiting("a", "a2")));
        var displaced = new CompletableFuture<Throwable>();
        var thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((ended, failure) -> displaced.complete(failure))
                .start(() -> semaphore.await("a"));
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        threads.addAll(List.of(waiting("b", "b1"), waiting("b", "b2")));

        threads.add(waiting("c", "c1"));

        assertThat(displaced).succeedsWithin(Duration.ofSeconds(10)).isInstanceOf(Problem.Unavailable.class);
        semaphore.end();
        for (var waiter : threads) {
            waiter.join();
        }
        assertThat(order).containsExactly("a1", "b1", "c1", "a2", "b2");
    }

    @Test
    void aRequestThatWaitsTooLongIsRefusedAndTakesNoTurn() {
        var impatient = new FairSemaphore(1, Duration.ofMillis(100), 5, 3);
        impatient.await("a");
        assertThatThrownBy(() -> impatient.await("b")).isInstanceOf(Problem.Unavailable.class);
        impatient.end();
        impatient.await("c");
        impatient.end();
    }
}
