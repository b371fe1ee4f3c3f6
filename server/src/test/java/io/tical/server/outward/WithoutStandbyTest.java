package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
            var health =
                    URI.create("http://127.0.0.1:" + service.tical().ports().admin() + "/observe/health");
            try (var client = HttpClient.newHttpClient()) {
                assertThat(client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                                .body())
                        .contains("no standby", "Live money is refused");
            }
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
