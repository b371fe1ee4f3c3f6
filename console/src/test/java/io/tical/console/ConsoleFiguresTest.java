package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;

/** Ten slips are decided one after the other at the keyboard. Prints how long each step took; only the result is required. */
class ConsoleFiguresTest {
    private static final int SLIPS = 10;

    /** Those that are decided before the Java runtime has compiled what they need. */
    private static final int SLIPS_COLD = 3;

    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @Test
    void tenSlipsAreDecidedOneAfterTheOther() throws Exception {
        var merchant = service.live(service.merchant());
        for (int i = 0; i < SLIPS; i++) {
            var payin = merchant.payin("ten-%02d".formatted(i), 10_000 + i)
                    .expect(201)
                    .word("id");
            merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            SlipDrawing.awaitReview(service, SlipDrawing.id(service, merchant, true, payin, 1));
        }
        var heapBefore = heapMegabytes();
        var began = System.nanoTime();
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.await(() -> console.shows("ten-00") && console.canPress("#decision-slips-accept"));
            System.out.printf(
                    "Console: start to usable %d ms, from the window to a slip that can be decided, with signing in%n",
                    since(began).toMillis());
            var cold = decide(console, 0, SLIPS_COLD);
            var first = openEveryScreen(console);
            requireShort("in a new process", console.watch().takeWorks(), UiWatch.FRAME.multipliedBy(2));
            var warm = decide(console, SLIPS_COLD, SLIPS);
            var again = openEveryScreen(console);
            requireShort("later", console.watch().takeWorks(), UiWatch.FRAME);
            System.out.printf(
                    "Console: next slip %d ms after the decision (median), %d ms at least, %d ms in a new process%n",
                    median(warm).toMillis(),
                    warm.stream().min(Duration::compareTo).orElseThrow().toMillis(),
                    median(cold).toMillis());
            System.out.printf(
                    "Console: switch of screens %d ms the first time, %d ms later (medians)%n",
                    median(first).toMillis(), median(again).toMillis());
            System.out.printf(
                    "Console: memory after opening every screen: heap %d MB of the console, %d MB with the service of this test,"
                            + " resident %s of the process of both%n",
                    heapMegabytes() - heapBefore, heapMegabytes(), resident());
        }
        assertThat(service.count("SELECT count(*) FROM slip WHERE status = 'accepted'"))
                .isEqualTo(SLIPS);
    }

    private static List<UiWatch.Work> longer(List<UiWatch.Work> works, Duration limit) {
        return works.stream().filter(work -> work.cpu().compareTo(limit) > 0).toList();
    }

    /** Accepts the slips from one on to another, which is shown then. */
    private static List<Duration> decide(OpenConsole console, int from, int to) {
        console.click("#nav-slips");
        var decisions = new ArrayList<Duration>();
        for (int i = from; i < to; i++) {
            console.await(() -> console.canPress("#decision-slips-accept"));
            var next = i + 1 < SLIPS ? "ten-%02d".formatted(i + 1) : "No slip is waiting";
            console.push(KeyCode.A);
            console.await(() -> console.exists("#confirm"));
            pause();
            decisions.add(
                    console.watch().toFrame(console, () -> console.push(KeyCode.ENTER), () -> console.shows(next)));
        }
        return decisions;
    }

    private static List<Duration> openEveryScreen(OpenConsole console) {
        return Places.ALL.stream()
                .map(place -> {
                    pause();
                    return console.watch().toFrame(console, () -> console.click("#nav-" + place.id()), () -> true);
                })
                .toList();
    }

    /** A tenth of a second between inputs, less than a hand needs: the Java runtime compiles what the last one needed. */
    private static void pause() {
        WaitForAsyncUtils.waitForFxEvents(10);
    }

    /**
     * No task and no event keeps the thread longer than the limit: a frame, or two in a new process, whose code beside other processes is
     * interpreted at less than half the speed. Measured is the processor's time, because tests run beside each other, on a machine as fast
     * as that of the figures. One in a hundred may be longer for its interruptions, such as a collection of garbage.
     */
    private static void requireShort(String when, List<UiWatch.Work> works, Duration limit) {
        System.out.printf(
                "Console: %s, of %d tasks and events on the thread of the user interface %d took longer than 16 ms,"
                        + " %d used more than 16 ms of the processor, the longest %d ms%n",
                when,
                works.size(),
                works.stream()
                        .filter(work -> work.time().compareTo(UiWatch.FRAME) > 0)
                        .count(),
                longer(works, UiWatch.FRAME).size(),
                works.stream()
                        .map(UiWatch.Work::cpu)
                        .max(Duration::compareTo)
                        .orElseThrow()
                        .toMillis());
        assertThat(longer(works, limit)).as(when).hasSizeLessThanOrEqualTo(works.size() / 100);
    }

    /** As the kernel counts it: code, heap with its free part, stacks and shared libraries. Without PostgreSQL. */
    private static String resident() throws IOException {
        var status = Path.of("/proc/self/status");
        return !Files.exists(status)
                ? "unknown"
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .map(line -> (Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10) + " MB")
                        .findFirst()
                        .orElse("unknown");
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    private static Duration median(List<Duration> durations) {
        return durations.stream()
                .sorted()
                .skip(durations.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    /** What is used after a collection. */
    private static long heapMegabytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
