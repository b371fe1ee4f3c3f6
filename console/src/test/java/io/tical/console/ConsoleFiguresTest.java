package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
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
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;

/**
 * Ten slips are decided one after the other at the keyboard. Prints how long each step took. Requires the result, and that no task keeps
 * the thread of the user interface too long.
 */
class ConsoleFiguresTest {
    private static final int SLIPS = 10;

    /** Those that are decided before the Java runtime has compiled what they need. */
    private static final int SLIPS_COLD = 3;

    private static final int ROUNDS_MAX = 3;

    private static TestService service;
    private static OperatorClient operator;
    private Merchant merchant;
    private int uploaded;
    private int decided;

    /** How long after an input the next slip or another screen is shown. */
    private record Round(List<Duration> decisions, List<Duration> switches) {}

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
        merchant = service.live(service.merchant());
        upload(SLIPS);
        var heapBefore = heapMegabytes();
        var began = System.nanoTime();
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.await(() -> console.shows(reference(0)) && console.canPress("#decision-slips-accept"));
            System.out.printf(
                    Locale.ROOT,
                    "Console: start to usable %d ms, from the window to a slip that can be decided, with signing in%n",
                    since(began).toMillis());
            var cold = requireShort("in a new process", console, SLIPS_COLD, UiWatch.FRAME.multipliedBy(2));
            var warm = requireShort("later", console, SLIPS - SLIPS_COLD, UiWatch.FRAME);
            System.out.printf(
                    Locale.ROOT,
                    "Console: next slip %d ms after the decision (median), %d ms at least, %d ms in a new process%n",
                    UiWatch.median(warm.decisions()).toMillis(),
                    warm.decisions().stream()
                            .min(Duration::compareTo)
                            .orElseThrow()
                            .toMillis(),
                    UiWatch.median(cold.decisions()).toMillis());
            System.out.printf(
                    Locale.ROOT,
                    "Console: switch of screens %d ms the first time, %d ms later (medians)%n",
                    UiWatch.median(cold.switches()).toMillis(),
                    UiWatch.median(warm.switches()).toMillis());
            System.out.printf(
                    Locale.ROOT,
                    "Console: memory after opening every screen: heap %d MB of the console, %d MB with the service of this test,"
                            + " resident %s of the process of both%n",
                    heapMegabytes() - heapBefore,
                    heapMegabytes(),
                    resident());
        }
        assertThat(service.count("SELECT count(*) FROM slip WHERE status = 'accepted'"))
                .isEqualTo(decided);
    }

    private static String reference(int slip) {
        return String.format(Locale.ROOT, "ten-%02d", slip);
    }

    private void upload(int slips) {
        for (int i = 0; i < slips; i++) {
            var payin = merchant.payin(reference(uploaded), 10_000 + uploaded)
                    .expect(201)
                    .word("id");
            merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            SlipDrawing.read(service, SlipDrawing.id(service, merchant, true, payin, 1));
            uploaded++;
        }
    }

    private static List<UiWatch.Work> longer(List<UiWatch.Work> works, Duration limit) {
        return works.stream().filter(work -> work.cpu().compareTo(limit) > 0).toList();
    }

    /** Accepts slips. Afterwards the next one is shown. */
    private List<Duration> decide(OpenConsole console, int slips) {
        console.click("#nav-slips");
        var decisions = new ArrayList<Duration>();
        for (int i = 0; i < slips; i++) {
            console.await(() -> console.shows(reference(decided)) && console.canPress("#decision-slips-accept"));
            var next = decided + 1 < uploaded ? reference(decided + 1) : "No slip is waiting";
            console.push(KeyCode.A);
            console.await(() -> console.exists("#confirm"));
            pause();
            decisions.add(
                    console.watch().toFrame(console, () -> console.push(KeyCode.ENTER), () -> console.shows(next)));
            decided++;
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
     * Decides slips and opens every screen, and no task and no event keeps the thread longer than the limit: a frame, or two in a new
     * process, whose code beside other processes is interpreted at less than half the speed. Measured is the processor's time, because tests
     * run beside each other, on a machine as fast as that of the figures. One in a hundred may be longer for its interruptions, such as a
     * collection of garbage. A round with more is repeated with as many slips: the other processes may have paused just when the speed of
     * the machine was measured. What is too long by itself is so in every round.
     */
    private Round requireShort(String when, OpenConsole console, int slips, Duration limit) {
        var first = round(console, slips);
        var works = taken(when, console);
        for (int rounds = 1; rounds < ROUNDS_MAX && longer(works, limit).size() > allowed(works); rounds++) {
            upload(slips);
            round(console, slips);
            works = taken(when, console);
        }
        assertThat(longer(works, limit)).as(when).hasSizeLessThanOrEqualTo(allowed(works));
        return first;
    }

    private Round round(OpenConsole console, int slips) {
        return new Round(decide(console, slips), openEveryScreen(console));
    }

    private static int allowed(List<UiWatch.Work> works) {
        return Math.max(1, works.size() / 100);
    }

    /** What was measured since the last time. */
    private static List<UiWatch.Work> taken(String when, OpenConsole console) {
        var works = console.watch().takeWorks();
        System.out.printf(
                Locale.ROOT,
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
        return works;
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

    /** What is used after a collection. */
    private static long heapMegabytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
