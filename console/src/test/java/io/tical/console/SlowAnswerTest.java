package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Json;
import io.tical.common.admin.Slips;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers of the service take a while, and the operator goes on meanwhile. */
class SlowAnswerTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** A request that reaches the service when the test says so. */
    private static final class Held implements AutoCloseable {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        void hold() {
            asked.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void awaitAsked() throws InterruptedException {
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        }

        void release() {
            released.countDown();
        }

        @Override
        public void close() {
            release();
        }
    }

    private static final class SlowSlip implements ServiceProxy.Change {
        private final String path;
        private final CopyOnWriteArrayList<String> requestIds = new CopyOnWriteArrayList<>();
        private final Held decision = new Held();
        private volatile @Nullable Held reading;

        SlowSlip(UUID slip) {
            path = "/admin/v1/slips/" + slip;
        }

        @Override
        public String path(URI asked) {
            var held = reading;
            if (held != null && asked.getPath().equals(path)) {
                held.hold();
            } else if (asked.getPath().equals(path + "/accept")) {
                decision.hold();
            }
            return asked.toString();
        }

        /** The slip as it was read late differs, and the answer to the first decision is lost. */
        @Override
        public @Nullable InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            var asked = exchange.getRequestURI().getPath();
            if (asked.equals(path + "/accept")) {
                requestIds.add(exchange.getRequestHeaders().getFirst("X-Request-Id"));
                return requestIds.size() == 1 ? null : answered;
            }
            if (reading == null || !asked.equals(path)) {
                return answered;
            }
            var late = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            late.withObject("/data").put("amount", 77_700);
            return new ByteArrayInputStream(Json.bytes(late));
        }
    }

    /** A reading of the item that ends while the decision is on its way closes nothing, so that the repetition has the same request id. */
    @Test
    void aDecisionOnItsWayStaysOpenWhenItsItemIsReadAgainAndIsRepeatedAsTheSameRequest() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "order-slow");
        // Until the search is applied there are two, also where this test runs alone.
        slip(merchant, payin(merchant, "order-other"));
        var slow = new SlowSlip(slip(merchant, payin));
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), slow);
                var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of());
                var decision = slow.decision;
                var reading = new Held()) {
            console.type("#search", "order-slow");
            console.await(() -> console.rows().size() == 1 && console.shows("order-slow"));
            console.await(() -> console.canPress("#decision-slips-accept") && console.isIdle());
            console.push(KeyCode.A);
            slow.reading = reading;
            console.push(KeyCode.F5);
            reading.awaitAsked();
            console.push(KeyCode.ENTER);
            decision.awaitAsked();
            reading.release();
            console.await(() -> console.shows("777.00 THB"));
            assertThat(console.isVisible("#confirm")).isTrue();

            decision.release();
            console.await(() -> console.shows("may have taken effect or not"));
            console.push(KeyCode.F5); // finds it accepted
            console.await(() -> console.shows("Success") && console.isIdle());
            assertThat(console.isVisible("#confirm")).isTrue();
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Accepted."));
        }
        assertThat(slow.requestIds).hasSize(2);
        assertThat(slow.requestIds.getFirst()).isEqualTo(slow.requestIds.getLast());
        assertThat(merchant.available()).isEqualTo(merchant.payin(payin).number("net_amount"));
    }

    /** The message is about the item that was decided on, and the one that is shown now stays shown. */
    @Test
    void aRefusalNamesTheItemThatWasDecidedOnAlsoWhenAnotherOneIsShown() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        var merchant = service.live(service.merchant());
        var decided = "/admin/v1/slips/" + slip(merchant, payin(merchant, "turned-1"));
        slip(merchant, payin(merchant, "turned-2"));
        var decision = new Held();
        var slow = new ServiceProxy.Change() {
            @Override
            public String path(URI asked) {
                if (asked.getPath().equals(decided + "/accept")) {
                    decision.hold();
                }
                return asked.toString();
            }

            @Override
            public InputStream body(HttpExchange exchange, InputStream answered) {
                return answered;
            }
        };
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), slow);
                var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of());
                decision) {
            console.type("#search", "turned-");
            console.await(() -> console.rows().size() == 2 && console.isIdle());
            select(console, "turned-1");
            console.await(() -> console.canPress("#decision-slips-accept") && console.isIdle());
            assertThat(shown(console)).isEqualTo("turned-1");
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            decision.awaitAsked();
            select(console, "turned-2");
            console.await(() -> !console.isVisible("#confirm"));

            var colleague = service.operator(Operator.Role.FINANCE);
            console.await(() ->
                    colleague.get(decided).expect(200).data().get("claimed_by").isNull());
            var version = colleague.get(decided).expect(200).number("version");
            colleague
                    .post(decided + "/reject", "{\"version\":" + version + ",\"reason\":\"duplicate\"}")
                    .expect(200);
            decision.release();
            console.await(() -> console.text(".item .banner-text").startsWith("turned-1"));
            assertThat(shown(console)).isEqualTo("turned-2");
        }
    }

    private static void select(OpenConsole console, String reference) {
        var rows =
                console.rows().stream().map(row -> ((Slips.Row) row).orderRef()).toList();
        console.interact(() -> console.robot()
                .lookup(".rows")
                .<TableView<?>>query()
                .getSelectionModel()
                .select(rows.indexOf(reference)));
    }

    private static String shown(OpenConsole console) {
        return ((Slips.Row) console.selected()).orderRef();
    }

    private static String payin(Merchant merchant, String reference) {
        return merchant.payin(reference, 30_000).expect(201).word("id");
    }

    /** A slip of a payin, which waits for a decision. */
    private static UUID slip(Merchant merchant, String payin) {
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.read(service, slip);
        return slip;
    }

    /** Another operator, who has received events already. */
    private static final class Listening implements AutoCloseable {
        private final AdminApi api;
        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

        Listening(OperatorClient operator) {
            var address =
                    URI.create("http://127.0.0.1:" + service.tical().ports().admin());
            api = new AdminApi(address, Clock.systemUTC());
            api.signIn(operator.username(), "the password of " + operator.username(), "");
            Thread.startVirtualThread(this::listen);
        }

        private void listen() {
            try {
                api.listen("/admin/v1/events", event -> received.add(event.data()));
            } catch (NoAnswer closed) {
                // by the test
            }
        }

        void awaitEventOf(UUID item) throws InterruptedException {
            for (var data = ""; !data.contains(item.toString()); ) {
                data = received.poll(20, TimeUnit.SECONDS);
                assertThat(data).isNotNull();
            }
        }

        @Override
        public void close() {
            api.close();
        }
    }

    /** No event tells of what changed after a screen was loaded and before the first event. */
    @Test
    void whatChangedBeforeTheFirstEventIsShown() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        var merchant = service.live(service.merchant());
        slip(merchant, payin(merchant, "order-before"));
        var events = new Held();
        var slow = new ServiceProxy.Change() {
            @Override
            public String path(URI asked) {
                if (asked.getPath().equals("/admin/v1/events")) {
                    events.hold();
                }
                return asked.toString();
            }

            @Override
            public InputStream body(HttpExchange exchange, InputStream answered) {
                return answered;
            }
        };
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), slow);
                var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of());
                events) {
            console.await(() -> !console.cells("slips.column.amount").isEmpty() && console.isIdle());
            var before = console.cells("slips.column.amount").size();
            events.awaitAsked();
            try (var others = new Listening(service.operator(Operator.Role.FINANCE))) {
                others.awaitEventOf(slip(merchant, payin(merchant, "order-between")));
            }
            events.release();
            console.await(() -> console.cells("slips.column.amount").size() == before + 1);
        }
    }

    /** Holds the readings of a path that follow the answer to a decision. */
    private static final class SlowReading implements ServiceProxy.Change {
        private final String path;
        private final Predicate<HttpExchange> isDecision;
        private final Held reading;
        private volatile boolean decided;

        SlowReading(String path, Predicate<HttpExchange> isDecision, Held reading) {
            this.path = path;
            this.isDecision = isDecision;
            this.reading = reading;
        }

        @Override
        public String path(URI asked) {
            if (decided && asked.getPath().equals(path)) {
                reading.hold();
            }
            return asked.toString();
        }

        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) {
            decided |= isDecision.test(exchange);
            return answered;
        }
    }

    /** An operator who was disabled is not disabled again while the console reads what can be decided now. */
    @Test
    void theKeysOfWhatWasDecidedDoNothingUntilTheItemIsReadAgain() throws Exception {
        service.operator(Operator.Role.SUPPORT); // the first of the list
        var admin = service.operator(Operator.Role.ADMIN);
        var reading = new Held();
        var slow = new SlowReading(
                "/admin/v1/operators", answered -> answered.getRequestMethod().equals("DELETE"), reading);
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), slow);
                var console = OpenConsole.as(admin, proxy.port(), "operators", Map.of());
                reading) {
            console.await(() -> console.canPress("#decision-operators-disable") && console.isIdle());
            console.push(KeyCode.D);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Disabled. All sessions have ended."));
            reading.awaitAsked();
            console.push(KeyCode.D);
            assertThat(console.isVisible("#confirm")).isFalse();
            assertThat(console.canPress("#decision-operators-disable")).isFalse();
            reading.release();
            console.await(() -> !console.exists("#decision-operators-disable"));
        }
    }

    /** Whoever asked a second person decides nothing else on the item while the console reads it again. */
    @Test
    void theKeysOfWhatWaitsForASecondPersonDoNothingUntilTheItemIsReadAgain() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        var merchant = service.live(service.merchant());
        service.operator(Operator.Role.ADMIN)
                .patch("/admin/v1/organizations/" + merchant.organizationId(), "{\"thresholds\":{\"four_eyes\":1}}")
                .expect(200);
        var payin = merchant.payin("order-two", 40_000).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.read(service, slip);
        var path = "/admin/v1/slips/" + slip;
        var reading = new Held();
        var slow = new SlowReading(
                path, answered -> answered.getRequestURI().getPath().equals(path + "/accept"), reading);
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), slow);
                var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of());
                reading) {
            console.type("#search", "order-two");
            console.await(() -> console.rows().size() == 1 && console.shows("order-two"));
            console.await(() -> console.canPress("#decision-slips-accept") && console.isIdle());
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Nothing has moved yet"));
            reading.awaitAsked();
            console.push(KeyCode.A);
            assertThat(console.isVisible("#confirm")).isFalse();
            assertThat(console.canPress("#decision-slips-accept")).isFalse();
            reading.release();
            console.await(() -> console.isVisible("#waiting-decision"));
        }
    }
}
