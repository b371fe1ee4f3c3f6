package io.tical.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Queue<Error> fatal = new ConcurrentLinkedQueue<>();

    private record Round(String name, Duration pause, BooleanSupplier task) implements Work {
        @Override
        public boolean round() {
            return task.getAsBoolean();
        }
    }

    private Scheduler scheduler(BooleanSupplier task) {
        var scheduler = new Scheduler(new Supervisor(fatal::add), Duration.ofMillis(200));
        scheduler.start(List.of(new Round("test", Duration.ofMillis(1), task)));
        return scheduler;
    }

    @Test
    void workGoesOnAfterEveryKindOfFailure() {
        var rounds = new AtomicInteger();
        try (var scheduler = scheduler(() -> switch (rounds.getAndIncrement()) {
            case 0 -> throw new IllegalStateException("test");
            case 1 -> throw new StackOverflowError();
            case 2 -> throw new NoClassDefFoundError("test");
            default -> false;
        })) {
            await().atMost(SOON).until(() -> rounds.get() > 5);
            await().atMost(SOON).until(() -> scheduler.stalled().isEmpty());
        }
        assertThat(fatal).isEmpty();
    }

    @Test
    void anErrorOfTheVirtualMachineEndsTheProcess() {
        try (var scheduler = scheduler(() -> {
            throw new IllegalStateException("wrapped", new OutOfMemoryError("test"));
        })) {
            await().atMost(SOON).until(() -> !fatal.isEmpty());
            assertThat(scheduler).isNotNull();
        }
    }

    /** Work that records that it was closed, and then cannot close. */
    private record Unclosable(String name, Queue<String> closed) implements Work {
        @Override
        public boolean round() {
            return false;
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(1);
        }

        @Override
        public void close() {
            closed.add(name);
            throw new IllegalStateException("test");
        }
    }

    @Test
    void allWorkIsClosedAlthoughOneCannotClose() {
        var closed = new ConcurrentLinkedQueue<String>();
        var scheduler = new Scheduler(new Supervisor(fatal::add));
        scheduler.start(List.of(new Unclosable("one", closed), new Unclosable("two", closed)));
        scheduler.close();
        assertThat(closed).containsExactly("one", "two");
    }

    @Test
    void allWorkIsClosedAlthoughTheWaitIsInterrupted() {
        var closed = new ConcurrentLinkedQueue<String>();
        var scheduler = new Scheduler(new Supervisor(fatal::add));
        scheduler.start(List.of(new Unclosable("one", closed), new Unclosable("two", closed)));
        Thread.currentThread().interrupt();
        scheduler.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).containsExactly("one", "two");
    }

    @Test
    void workThatFailsAlwaysIsNamed() {
        try (var scheduler = scheduler(() -> {
            throw new IllegalStateException("test");
        })) {
            await().atMost(SOON).until(() -> scheduler.stalled().equals(List.of("test")));
        }
    }

    @Test
    void workThatHangsIsNamedUntilItGoesOn() {
        var hang = new CountDownLatch(1);
        try (var scheduler = scheduler(() -> {
            try {
                hang.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return false;
        })) {
            await().atMost(SOON).until(() -> scheduler.stalled().equals(List.of("test")));
            hang.countDown();
            await().atMost(SOON).until(() -> scheduler.stalled().isEmpty());
        }
    }

    /** Two nodes with the same pauses would keep their order for ever. */
    @Test
    void pausesAreUneven() {
        assertThat(Scheduler.uneven(Duration.ZERO)).isZero();
        assertThat(IntStream.range(0, 1_000).mapToLong(_ -> Scheduler.uneven(Duration.ofMillis(200))))
                .allMatch(pause -> pause >= 150 && pause <= 250)
                .anyMatch(pause -> pause < 180)
                .anyMatch(pause -> pause > 220);
    }
}
