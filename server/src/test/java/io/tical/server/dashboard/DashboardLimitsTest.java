package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a merchant reads about its organization: its code, limits and fees, and from where callbacks come. */
class DashboardLimitsTest {
    @Test
    void aMerchantReadsItsCodeItsLimitsAndItsFees() {
        try (var service = TestService.start(
                Map.of("TICAL_WEBHOOK_SOURCES", "203.0.113.7, 198.51.100.0/28"), TestService.WITHOUT_WORK)) {
            var merchant = service.merchant();
            service.payinFee(merchant, "THB", 12, 250);
            service.limit(merchant, "THB", 10_000, 5_000_000, 100_000_000L, List.of());
            var viewer = service.viewer(merchant);

            var code = viewer.get("/api/session").expect(200).word("organization_code");
            assertThat(code).matches("[2-9A-HJ-NP-Z]{10}");
            assertThat(merchant.get("/v1/me").expect(200).word("organization_code"))
                    .isEqualTo(code);

            var test = viewer.get("/api/limits?environment=test").expect(200);
            assertThat(test.data().get("limits"))
                    .isEqualTo(merchant.get("/v1/me/limits").expect(200).data());
            assertThat(test.data().get("fees")).anySatisfy(fee -> {
                assertThat(fee.get("currency_code").asText()).isEqualTo("THB");
                assertThat(fee.get("operation").asText()).isEqualTo("payin");
                assertThat(fee.get("per_mille").asLong()).isEqualTo(12);
                assertThat(fee.get("fixed").asLong()).isEqualTo(250);
            });
            assertThat(viewer.get("/api/limits").expect(200).word("environment"))
                    .isEqualTo("live");

            assertThat(viewer.get("/api/callback-sources").expect(200).data().get("sources"))
                    .extracting(one -> one.asText())
                    .containsExactly("203.0.113.7", "198.51.100.0/28");
        }
    }
}
