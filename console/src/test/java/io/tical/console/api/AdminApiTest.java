package io.tical.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.tical.console.api.ApiProblem.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client waits for the rate limit, which refuses before anything is done. */
class AdminApiTest {
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private AdminApi api;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        api = new AdminApi(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        api.close();
        server.stop(0);
    }

    private void refuse(int times, String retryAfter) {
        server.createContext("/", exchange -> {
            var refused = asked.incrementAndGet() <= times;
            var body = refused
                    ? "{\"success\":false,\"data\":null,\"error\":\"Too many requests\",\"code\":\"RATE_LIMITED\"}"
                    : "{\"success\":true,\"data\":{\"id\":\"1\"}}";
            if (refused) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(refused ? 429 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @Test
    void aRequestThatTheRateLimitRefusesIsSentAgainWhenTheServiceSays() {
        refuse(2, "0");
        assertThat(api.get("/admin/v1/overview", JsonNode.class).path("id").asText())
                .isEqualTo("1");
        assertThat(asked).hasValue(3);
    }

    @Test
    void aLockThatLastsLongerIsToldAtOnce() {
        refuse(10, "900");
        assertThatThrownBy(() -> api.signIn("anna", "wrong", ""))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.code()).isEqualTo("RATE_LIMITED"));
        assertThat(asked).hasValue(1);
    }

    @Test
    void aServiceThatGoesOnRefusingIsAskedFourTimes() {
        refuse(10, "0");
        assertThatThrownBy(() -> api.get("/admin/v1/overview", JsonNode.class)).isInstanceOf(Refused.class);
        assertThat(asked).hasValue(4);
    }

    @Test
    void aParameterWithoutAValueIsNotSent() {
        assertThat(AdminApi.path("/admin/v1/slips", Map.of("status", "", "q", " \u3000", "limit", "100")))
                .isEqualTo("/admin/v1/slips?limit=100");
    }
}
