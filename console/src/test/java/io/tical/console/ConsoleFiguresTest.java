package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten slips are decided one after the other at the keyboard. Prints how long each step took; only the result is required. */
class ConsoleFiguresTest {
    private static final int SLIPS = 10;

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
        var began = System.nanoTime();
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.await(() -> console.shows("ten-00") && console.exists("#decision-slips-accept"));
            var usable = since(began);
            var decisions = new ArrayList<Duration>();
            for (int i = 0; i < SLIPS; i++) {
                var next = i + 1 < SLIPS ? "ten-%02d".formatted(i + 1) : "No slip waits";
                console.push(KeyCode.A);
                var decided = System.nanoTime();
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows(next));
                decisions.add(since(decided));
                var last = i + 1 == SLIPS;
                console.await(() -> last || console.exists("#decision-slips-accept"));
            }
            for (var place : Places.ALL) {
                console.click("#nav-" + place.id());
            }
            var longTasks = console.uiWork().stream()
                    .filter(work -> work.toMillis() > 16)
                    .count();
            System.out.printf(
                    "Console: usable %d ms after the start; next slip %d ms after a decision (median); tasks on the thread of the"
                            + " user interface: %d, longer than 16 ms: %d; heap with the service %d MB%n",
                    usable.toMillis(),
                    median(decisions).toMillis(),
                    console.uiWork().size(),
                    longTasks,
                    heapMegabytes());
        }
        assertThat(service.count("SELECT count(*) FROM slip WHERE status = 'accepted'"))
                .isEqualTo(SLIPS);
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

    /** Of the console and of the service of the test. */
    private static long heapMegabytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
