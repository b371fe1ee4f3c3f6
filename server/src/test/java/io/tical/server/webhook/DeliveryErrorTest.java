package io.tical.server.webhook;

import static org.awaitility.Awaitility.await;

import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeliveryErrorTest {
    @Test
    void anAttemptThatDiesOfAnErrorIsWrittenDownAndMadeAgain() {
        try (var service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant().funded("THB", 10_000);
            var endpoints = service.tical().callbackEndpoints();
            endpoints.save(merchant.organizationId(), Kind.PAYOUT, "http://127.0.0.1:9/", Form.AUTO);
            var payout = merchant.payout("error", 1_000).expect(201).word("id");
            merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
            var calls = new AtomicInteger();
            try (var work = new DeliveryWork(
                    service.tical().database(),
                    endpoints,
                    (url, headers, body) -> {
                        if (calls.getAndIncrement() == 0) {
                            throw new NoClassDefFoundError("test");
                        }
                        return new Outcome.Answered(200, "");
                    },
                    service.tical().toldEvents(),
                    Clock.tickMillis(ZoneOffset.UTC))) {
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    work.round();
                    return service.count("SELECT count(*) FROM delivery_attempt WHERE error IS NOT NULL") == 1;
                });
                service.sql("UPDATE delivery SET next_attempt_at = now()");
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    work.round();
                    return service.count("SELECT count(*) FROM delivery WHERE status = 'delivered'") == 1;
                });
            }
        }
    }
}
