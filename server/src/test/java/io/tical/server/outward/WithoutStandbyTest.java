package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where a standby is required and there is none, no live money moves. */
class WithoutStandbyTest {
    @Test
    void liveMoneyIsRefusedAndTestMoneyIsNot() throws Exception {
        try (var service = TestService.start(Map.of("TICAL_REQUIRE_SYNC", "on"))) {
            var test = service.merchant().funded("THB", 100_000);
            test.payout("test", 1_000).expect(201);
            service.live(test).payin("live", 30_000).expect(503, "SERVICE_UNAVAILABLE");
            assertThat(health(service)).contains("no standby", "Live money is refused");
            var operator = service.operator(Operator.Role.SUPPORT);
            assertThat(warnings(operator, "")).isEqualTo("[\"live_refused\"]");
            assertThat(warnings(operator, "?livemode=false")).isEqualTo("[]");
        }
    }

    private static String warnings(OperatorClient operator, String environment) {
        return operator.get("/admin/v1/overview" + environment)
                .expect(200)
                .data()
                .get("warnings")
                .toString();
    }

    private static String health(TestService service) throws Exception {
        var health = URI.create("http://127.0.0.1:" + service.tical().ports().admin() + "/observe/health");
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    /** A trial has nothing to lose. */
    @Test
    void operatorsAreWarnedOnceLiveMoneyHasMoved() throws Exception {
        try (var service = TestService.start(Map.of())) {
            var operator = service.operator(Operator.Role.SUPPORT);
            var merchant = service.merchant().funded("THB", 100_000);
            assertThat(warnings(operator, "")).isEqualTo("[]");
            assertThat(health(service)).doesNotContain("no standby");

            service.fundedLive(merchant, 100_000);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> warnings(operator, "?livemode=true"), "[\"no_standby\"]"::equals);
            assertThat(health(service)).contains("no standby").doesNotContain("Live money is refused");
        }
    }

    @Test
    void nothingIsRefusedWhereItIsNotRequired() {
        try (var service = TestService.start(Map.of())) {
            service.live(service.merchant()).payin("live", 30_000).expect(201);
            assertThat(service.serviceDatabase().isSynchronous()).isFalse();
        }
    }
}
