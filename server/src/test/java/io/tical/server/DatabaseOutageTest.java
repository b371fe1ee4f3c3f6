package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.TestDatabase;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DatabaseOutageTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void anOutageIsAnswered503AndWhatWasUnansweredIsDoneOnceAfterwards() {
        var merchant = service.merchant().funded("THB", 100_000);
        var body = merchant.payoutBody("outage", 1_000);
        TestDatabase.cut(service.database());
        try {
            var refused = merchant.post("/v1/payouts", body, "outage-key").expect(503, "SERVICE_UNAVAILABLE");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.text()).contains("with the same Idempotency-Key");
            var unread = merchant.get("/v1/balance").expect(503, "SERVICE_UNAVAILABLE");
            assertThat(unread.text()).contains("The service cannot answer now. Try again in a few seconds.");
        } finally {
            TestDatabase.mend(service.database());
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> merchant.get("/v1/balance").expect(200));
        var created = merchant.post("/v1/payouts", body, "outage-key").expect(201);
        var again = merchant.post("/v1/payouts", body, "outage-key").expect(201);
        assertThat(again.data()).isEqualTo(created.data());
        assertThat(merchant.available()).isEqualTo(99_000);
        service.requireCleanAudit();
    }
}
