package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Session;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Deliveries that are claimed one by one, after the claim of all of them failed, leave only while something may leave. */
class HeldBackDeliveriesTest {
    private static int claimed(TestService service, Predicate<Session> allowed) {
        var claims = new DeliveryClaims(
                service.tical().database(), service.tical().callbackEndpoints(), new ConcurrencyWindows(), allowed);
        return claims.claimEach(DeliveryClaims.FIRST, System.nanoTime())
                .sendings()
                .size();
    }

    @Test
    void whatMayNotLeaveIsNotClaimedAndStaysDue() {
        try (var service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant().funded("THB", 10_000);
            service.tical()
                    .callbackEndpoints()
                    .save(merchant.organizationId(), Kind.PAYOUT, "http://127.0.0.1:9/", Form.AUTO);
            var payout = merchant.payout("held", 1_000).expect(201).word("id");
            merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);

            assertThat(claimed(service, session -> false)).isZero();
            assertThat(service.count("SELECT count(*) FROM delivery WHERE next_attempt_at <= now()"))
                    .isEqualTo(1);
            assertThat(claimed(service, session -> true)).isEqualTo(1);
        }
    }
}
