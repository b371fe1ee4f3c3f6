package io.tical.console;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import javafx.event.ActionEvent;
import javafx.event.Event;
import javafx.event.EventDispatchChain;
import javafx.event.EventDispatcher;
import javafx.scene.Scene;
import javafx.scene.input.KeyEvent;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Measures on the thread of the user interface itself, where the waiting of a robot does not count: how long results of background work
 * and events keep it, apart from the layout and painting of frames, and how long after an input a frame shows something.
 */
final class UiWatch {
    /**
     * @param what was done: the type of an event and what it is of, or the name of a task
     * @param cpu of the thread: the time without what other threads took of the processors; of the machine of the figures, if this one
     *     computes more slowly just then
     */
    record Work(String what, Duration time, Duration cpu) {}

    static final Duration FRAME = Duration.ofMillis(16);

    private final Queue<Work> works = new ConcurrentLinkedQueue<>();
    private boolean working;
    private boolean input;
    private long since;
    private @Nullable BooleanSupplier awaited;
    private volatile @Nullable Duration shown;

    /** Measures the events and frames of a window. */
    void watch(Scene scene) {
        var dispatcher = scene.getEventDispatcher();
        scene.setEventDispatcher(new EventDispatcher() {
            @Override
            public @Nullable Event dispatchEvent(Event event, EventDispatchChain tail) {
                if (!input && (event.getEventType() == KeyEvent.KEY_PRESSED || event instanceof ActionEvent)) {
                    input = true;
                    since = System.nanoTime();
                }
                var dispatched = new Event[1];
                run(
                        event.getEventType() + " of " + event.getTarget(),
                        () -> dispatched[0] = dispatcher.dispatchEvent(event, tail));
                return dispatched[0];
            }
        });
        scene.addPostLayoutPulseListener(() -> {
            if (input && awaited != null && awaited.getAsBoolean()) {
                shown = Duration.ofNanos(System.nanoTime() - since);
                awaited = null;
            }
        });
    }

    /** Runs a task on the thread of the user interface. */
    void run(Runnable task) {
        run(task.getClass().getName(), task);
    }

    private void run(String what, Runnable task) {
        if (working) {
            task.run(); // a part of what is measured already
            return;
        }
        working = true;
        var threads = ManagementFactory.getThreadMXBean();
        var cpu = threads.getCurrentThreadCpuTime();
        var began = System.nanoTime();
        try {
            task.run();
        } finally {
            working = false;
            var time = Duration.ofNanos(System.nanoTime() - began);
            var used = Duration.ofNanos(threads.getCurrentThreadCpuTime() - cpu);
            works.add(new Work(
                    what, time, used.compareTo(FRAME) > 0 ? MachineSpeed.onTheMachineOfTheFigures(used) : used));
        }
    }

    /** How long each task and event kept the thread since the last call. */
    List<Work> takeWorks() {
        var taken = List.copyOf(works);
        taken.forEach(_ -> works.poll());
        return taken;
    }

    /** What half of them do not exceed. */
    static Duration median(List<Duration> durations) {
        return durations.stream()
                .sorted()
                .skip(durations.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Answers how long after the next input the first frame is laid out that shows something. */
    Duration toFrame(OpenConsole console, Runnable giveInput, BooleanSupplier something) {
        console.interact(() -> {
            shown = null;
            input = false;
            awaited = something;
        });
        giveInput.run();
        return Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> shown, time -> time != null);
    }
}
