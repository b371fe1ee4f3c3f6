package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The console shows live or test data, never both. */
class EnvironmentTest {
    private static TestService service;
    private static OperatorClient operator;
    private static String test;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        operator = service.operator(Operator.Role.ADMIN);
        var merchant = service.merchant().funded("THB", 1_000_000);
        merchant.payin("of-test", 10_000).expect(201);
        test = merchant.payout("of-test", 40_000).expect(201).word("id");
        service.live(merchant).payin("of-live", 20_000).expect(201);
        service.asService("payout", "UPDATE payout SET status = 'pending_review' WHERE payout_id = '" + test + "'");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void oneSwitchShowsTheListsTheCountersAndTheSearchOfOneEnvironment() throws Exception {
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "payins", Map.of())) {
            console.await(() -> console.shows("of-live"));
            assertThat(console.shows("of-test")).isFalse();
            assertThat(console.isVisible("#test-band")).isFalse();
            assertThat(console.columns()).contains("Data");
            console.awaitConnected();
            assertThat(console.isVisible("#nav-payouts .nav-count")).isFalse();
            console.picture("environment-live-light");

            console.push(KeyCode.CONTROL, KeyCode.T);

            console.await(() -> console.isVisible("#test-band") && console.shows("of-test"));
            assertThat(console.shows("of-live")).isFalse();
            console.awaitConnected();
            console.await(() -> console.isVisible("#nav-payouts .nav-count"));
            console.picture("environment-test-light");
            console.click("#environment-live");
            console.await(() -> !console.exists("#test-band") || !console.isVisible("#test-band"));
            console.await(() -> console.shows("of-live"));
        }
    }

    @Test
    void aCardOpensTheQueueThatItCounts() throws Exception {
        service.asService("payout", "UPDATE payout SET status = 'in_review' WHERE payout_id = '" + test + "'");
        try (var console = OpenConsole.as(
                        operator,
                        service.tical().ports().admin(),
                        "overview",
                        Map.of("language", "THAI", "theme", "DARK", "height", "1000"))
                .showTest()) {
            console.await(() -> console.exists("#queue-payouts_in_review.button"));
            console.picture("environment-test-thai-dark");
            console.click("#queue-payouts_in_review");
            console.await(() -> console.exists("#filter") && console.rows().size() == 1);
            assertThat(OpenConsole.read(() -> console.robot()
                            .lookup("#filter")
                            .<javafx.scene.control.ChoiceBox<String>>query()
                            .getValue()))
                    .isEqualTo("payouts.filter.in-review");
        } finally {
            service.asService("payout", "UPDATE payout SET status = 'pending_review' WHERE payout_id = '" + test + "'");
        }
    }
}
