package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/** A decision whose answer was lost is confirmed again, and takes effect once. */
class LostAnswerTest {
    /** Carries requests to a service, and loses the answer of the first decision. */
    private static final class LosingProxy implements AutoCloseable {
        private final HttpServer server;
        private final int target;
        private final HttpClient client = HttpClient.newHttpClient();
        private final List<String> decisions = new CopyOnWriteArrayList<>();

        LosingProxy(int target) throws IOException {
            this.target = target;
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::carry);
            server.start();
        }

        int port() {
            return server.getAddress().getPort();
        }

        /** The request ids of the decisions that were sent. */
        List<String> decisions() {
            return decisions;
        }

        private void carry(HttpExchange exchange) throws IOException {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + target + exchange.getRequestURI()));
            for (var name : List.of("Authorization", "Content-Type", "X-Request-Id")) {
                var value = exchange.getRequestHeaders().getFirst(name);
                if (value != null) {
                    request.header(name, value);
                }
            }
            request.method(
                    exchange.getRequestMethod(),
                    BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
            try {
                var answer = client.send(request.build(), BodyHandlers.ofInputStream());
                if (exchange.getRequestURI().getPath().endsWith("/accept")) {
                    decisions.add(exchange.getRequestHeaders().getFirst("X-Request-Id"));
                    if (decisions.size() == 1) {
                        exchange.close();
                        return;
                    }
                }
                answer.headers()
                        .firstValue("Content-Type")
                        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
                exchange.sendResponseHeaders(answer.statusCode(), 0);
                try (var body = exchange.getResponseBody()) {
                    answer.body().transferTo(body);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                exchange.close();
            }
        }

        @Override
        public void close() {
            server.stop(0);
            client.shutdownNow();
        }
    }

    @Test
    void aDecisionIsConfirmedAgainAndTakesEffectOnce() throws Exception {
        try (var service = TestService.start(Map.of());
                var proxy = new LosingProxy(service.tical().ports().admin())) {
            var operator = service.operator(Operator.Role.FINANCE);
            var merchant = service.live(service.merchant());
            var payin = merchant.payin("order-lost", 30_000).expect(201).word("id");
            merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            SlipDrawing.awaitReview(service, SlipDrawing.id(service, merchant, true, payin, 1));
            try (var console = OpenConsole.as(operator, proxy.port(), "slips", Map.of())) {
                console.await(() -> console.exists("#decision-slips-accept"));
                console.push(KeyCode.A);
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("may have taken effect or not"));
                console.picture("slips-no-answer-light");
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("Accepted."));
            }
            assertThat(proxy.decisions()).hasSize(2);
            assertThat(proxy.decisions().getFirst()).isEqualTo(proxy.decisions().getLast());
            assertThat(merchant.available()).isEqualTo(merchant.payin(payin).number("net_amount"));
            service.requireCleanAudit();
        }
    }
}
