package io.tical.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A decision whose answer was lost is confirmed again, and takes effect once. */
class LostAnswerTest {
    /** An id that no item has. */
    private static final String NOBODY = "01990000-0000-7000-8000-000000000000";

    @Test
    void aDecisionIsConfirmedAgainAndTakesEffectOnceAndTheNextOneStaysOpen() throws Exception {
        var requestIds = new CopyOnWriteArrayList<String>();
        var next = new LateReading();
        var loss = new ServiceProxy.Change() {
            @Override
            public String path(URI asked) {
                next.awaitTurn(asked, requestIds.size() == 2);
                return asked.toString();
            }

            @Override
            public @Nullable InputStream body(HttpExchange exchange, InputStream answered) {
                if (!exchange.getRequestURI().getPath().endsWith("/accept")) {
                    return answered;
                }
                requestIds.add(exchange.getRequestHeaders().getFirst("X-Request-Id"));
                return requestIds.size() == 1 ? null : answered;
            }
        };
        try (var service = TestService.start(Map.of());
                var proxy = new ServiceProxy(service.tical().ports().admin(), loss)) {
            var operator = service.operator(Operator.Role.FINANCE);
            var merchant = service.live(service.merchant());
            var payin = merchant.payin("order-lost", 30_000).expect(201).word("id");
            merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            SlipDrawing.read(service, SlipDrawing.id(service, merchant, true, payin, 1));
            tellTheClockThePictureAndTheItem(operator, service.tical().ports().admin());
            var second = merchant.payin("order-next", 40_000).expect(201).word("id");
            merchant.slip(second, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            next.slip = SlipDrawing.id(service, merchant, true, second, 1).toString();
            SlipDrawing.read(service, UUID.fromString(next.slip));
            try (var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of())) {
                // The next slip is read beforehand, else its reading would be held before it is shown.
                console.await(() -> console.canPress("#decision-slips-accept") && console.isIdle());
                console.push(KeyCode.A);
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("may have taken effect or not"));
                console.picture("slips-no-answer-light");
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("Accepted.") && console.canPress("#decision-slips-accept"));
                console.push(KeyCode.A);
                assertThat(console.text("#consequence")).contains("for order-next");
                var claimed = "/admin/v1/slips/" + next.slip;
                console.await(
                        () -> operator.username().equals(operator.get(claimed).word("claimed_by")));
                next.turn.countDown();
                console.await(() -> next.asked);
                // Nothing shows that it was read again.
                Awaitility.await()
                        .during(Duration.ofMillis(300))
                        .until(() -> console.text("#consequence").contains("for order-next"));
            }
            assertThat(requestIds).hasSize(2);
            assertThat(requestIds.getFirst()).isEqualTo(requestIds.getLast());
            assertThat(merchant.available()).isEqualTo(merchant.payin(payin).number("net_amount"));
            service.requireCleanAudit();
        }
    }

    /** A slip that is read at once before it is shown, and then only when it is its turn. */
    private static final class LateReading {
        final CountDownLatch turn = new CountDownLatch(1);
        volatile String slip = NOBODY;
        volatile boolean asked;
        private final AtomicInteger readings = new AtomicInteger();

        void awaitTurn(URI wanted, boolean shown) {
            if (!wanted.getPath().endsWith(slip) || readings.incrementAndGet() == 1 || !shown) {
                return;
            }
            try {
                asked = turn.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Each has its words: a clock that is wrong, a picture that cannot be shown, an item that vanished. */
    private static void tellTheClockThePictureAndTheItem(OperatorClient operator, int port) throws Exception {
        var gone = new AtomicBoolean();
        var trouble = new ServiceProxy.Change() {
            @Override
            public String path(URI asked) {
                if (!gone.get()) {
                    return asked.toString();
                }
                return asked.getPath().matches("/admin/v1/(search|payouts)")
                        ? "/admin/v1/nothing"
                        : asked.toString().replaceAll("(?<=slips/)[0-9a-f-]{36}", NOBODY);
            }

            @Override
            public InputStream body(HttpExchange exchange, InputStream answered) {
                return exchange.getRequestURI().getPath().endsWith("/image")
                        ? new ByteArrayInputStream("no picture".getBytes(UTF_8))
                        : answered;
            }
        };
        try (var proxy = new ServiceProxy(port, trouble);
                var console = OpenConsole.at(
                        proxy.port(),
                        Map.of("place", "slips"),
                        Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-5)))) {
            console.signIn(operator.username(), "the password of " + operator.username());
            console.await(() -> console.shows("The clock of this computer differs from the service by"));
            console.await(() -> console.shows("The picture cannot be shown"));
            console.picture("clock-and-picture-light");
            gone.set(true);
            console.push(KeyCode.F5);
            console.await(() -> console.shows("This object no longer exists.") && console.shows("SLIP_NOT_FOUND · "));
            assertThat(console.decisions()).isEmpty();
            console.picture("slip-gone-light");

            // A search and a list that fail have their code and request too.
            console.push(KeyCode.CONTROL, KeyCode.K);
            console.type("#search-all", "anything");
            console.await(() -> console.text("#search-reference").startsWith("ROUTE_NOT_FOUND · "));
            for (int times = 0; times < 5; times++) {
                console.push(KeyCode.TAB);
                assertThat(console.hasFocus(".overlay"))
                        .as("what is covered gets no keys")
                        .isTrue();
            }
            console.push(KeyCode.ESCAPE);
            console.click("#nav-payouts");
            console.await(() -> console.shows("ROUTE_NOT_FOUND · ") && console.exists("#list-retry"));
            assertThat(console.shows("Nothing to show here.")).isFalse();
            gone.set(false);
            console.click("#list-retry");
            console.await(() -> console.shows("Nothing to show here."));
        }
    }
}
