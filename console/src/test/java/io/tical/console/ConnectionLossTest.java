package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The service goes away and comes back while the console is open; sessions end. */
class ConnectionLossTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static TestService node(int adminPort) {
        return service.node(Map.of("TICAL_ADMIN_PORT", String.valueOf(adminPort)), TestService.Work.RUNNING);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static UUID slip(Merchant merchant, String reference) {
        var payin = merchant.payin(reference, 90_000).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.awaitReview(service, slip);
        return slip;
    }

    @Test
    void whatIsShownBecomesStaleWithoutTheServiceAndCurrentWhenItIsBack() throws Exception {
        var merchant = service.live(service.merchant());
        slip(merchant, "order-lost");
        // Until the search is applied there are two, also where this test runs first.
        slip(merchant, "order-other");
        var port = freePort();
        var node = node(port);
        try (var console = OpenConsole.as(operator, port, "slips", Map.of())) {
            console.type("#search", "order-lost");
            console.await(() -> console.rows().size() == 1
                    && console.shows("order-lost")
                    && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.A);
            node.close();
            console.await(() -> console.shows("You cannot decide until the data is current again"));
            assertThat(console.shows("order-lost")).isTrue();
            assertThat(console.isVisible("#confirm")).isFalse();
            assertThat(console.exists("#decision-slips-accept")).isFalse();
            assertThat(console.text("#connection")).isEqualTo("Connecting again…");
            console.picture("slips-stale-light");
            node = node(port);
            console.await(() -> console.canPress("#decision-slips-accept")
                    && console.text("#connection").equals("Connected"));
        } finally {
            node.close();
        }
    }

    @Test
    void whoseSessionEndedSignsInAgainAndComesBackToTheScreen() throws Exception {
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.awaitConnected();
            console.choose("#filter", "slips.filter.accepted");
            console.await(console::isIdle);
            service.sql("DELETE FROM operator_session");
            console.push(KeyCode.F5);
            console.await(() -> console.isVisible("#sign-in"));
            assertThat(console.text("#problem")).startsWith("Your session has ended.");
            console.signIn(operator.username(), "the password of " + operator.username());
            console.await(() -> console.exists("#nav-slips") && console.shows("Slips"));
            assertThat(console.chosen("#filter")).isEqualTo("slips.filter.accepted");
        } finally {
            operator.signIn().expect(200);
        }
    }

    @Test
    void whoSignsInAgainFindsTheItemTheFilterAndWhatWasTyped() throws Exception {
        slip(service.live(service.merchant()), "order-typed");
        slip(service.live(service.merchant()), "order-other");
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "slips", Map.of())) {
            console.type("#search", "order-typed");
            console.await(() -> console.shows("order-typed") && console.rows().size() == 1);
            console.await(() -> console.canPress("#decision-slips-reject") && console.isIdle());
            console.push(KeyCode.R);
            console.type("#input-note", "Asked the payer");
            service.sql("DELETE FROM operator_session");
            console.push(KeyCode.F5);
            console.await(() -> console.isVisible("#sign-in"));

            console.signIn(operator.username(), "the password of " + operator.username());

            console.await(() -> console.exists("#nav-slips") && console.isIdle());
            assertThat(console.typed("#input-note")).isEqualTo("Asked the payer");
            assertThat(console.typed("#search")).isEqualTo("order-typed");
            assertThat(console.rows()).hasSize(1);
            console.await(() -> console.text("#connection").equals("Connected"));
            console.push(KeyCode.ESCAPE);
            console.await(() -> console.canPress("#decision-slips-accept"));
        } finally {
            operator.signIn().expect(200);
        }
    }

    @Test
    void aServiceThatFallsSilentIsNoticedWithinTenSeconds() throws Exception {
        var silent = new AtomicBoolean();
        try (var proxy =
                        new ServiceProxy(service.tical().ports().admin(), (_, answered) -> new Held(answered, silent));
                var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of())) {
            console.awaitConnected();
            var before = System.nanoTime();
            silent.set(true);
            console.await(() -> console.text("#connection").equals("Connecting again…"));
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
            assertThat(console.shows("The service has not answered since")).isTrue();
            silent.set(false);
            console.await(() -> console.text("#connection").equals("Connected"));
        }
    }

    /** An answer that stops coming, as when a network is gone. */
    private static final class Held extends FilterInputStream {
        private final AtomicBoolean silent;

        Held(InputStream answered, AtomicBoolean silent) {
            super(answered);
            this.silent = silent;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            var read = super.read(bytes, from, length);
            try {
                while (silent.get()) {
                    Thread.sleep(20);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return read;
        }
    }
}
