package io.tical.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.admin.Activity;
import io.tical.common.admin.Activity.Count;
import io.tical.console.OpenConsole;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/** What the first screen shows, and where its cards lead; with -Dtical.pictures=true it leaves its pictures in target/screens. */
class OverviewScreenTest {
    private static Count count(String kind, String subject, long hour, String outcome, long count, Long amount) {
        return new Count(kind, subject, hour, outcome, count, amount);
    }

    @Test
    void anHourHasTheVolumeOfWhatSucceededAndARateWhereSomethingEnded() {
        var figures = new ActivityFigures(new Activity(
                List.of(0L, 3_600L, 7_200L),
                List.of(
                        count("payin", "THB", 0, "succeeded", 3, 90_000L),
                        count("payin", "THB", 0, "failed", 1, 10_000L),
                        count("payin", "THB", 3_600, "open", 5, 50_000L),
                        count("payin", "USD", 3_600, "succeeded", 1, 700L),
                        count("rail_attempt", "manual", 0, "succeeded", 2, null),
                        count("rail_attempt", "manual", 7_200, "succeeded", 1, null))));

        assertThat(figures.currencies()).containsExactly("THB", "USD");
        assertThat(figures.volumes("payin", "THB")).containsExactly(90_000L, 0L, 0L);
        assertThat(figures.successRates("payin", "THB"))
                .containsExactly(OptionalDouble.of(75), OptionalDouble.empty(), OptionalDouble.empty());
        assertThat(figures.health("rail_attempt").getFirst().of("succeeded")).isEqualTo(3);
        assertThat(figures.health("rail_attempt").getFirst().of("failed")).isZero();
    }

    @Test
    void theCardsLeadToTheirPlacesAndTheLastHoursAreShown() throws Exception {
        try (var service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"))) {
            var merchant = service.merchant().funded("THB", 1_000_000);
            merchant.payout("sent", 40_000).expect(201);
            merchant.payout("refused", 50_001).expect(201);
            var paid = merchant.payin("paid", 30_000).expect(201).word("id");
            merchant.slip(paid, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
            var operator = service.operator(Operator.Role.ADMIN);
            var port = service.tical().ports().admin();
            for (var theme : List.of("light", "dark")) {
                var language = theme.equals("light") ? "ENGLISH" : "THAI";
                var remembered = Map.of(
                        "theme", theme.toUpperCase(java.util.Locale.ROOT), "language", language, "height", "1000");
                try (var console = OpenConsole.as(operator, port, "overview", remembered)) {
                    console.await(() -> console.exists("#activity-volume"));
                    console.showTest();
                    console.await(() -> console.exists(".chart-bar"));
                    console.picture("overview-" + theme);
                    console.interact(() -> console.robot()
                            .lookup("#overview")
                            .<ScrollPane>query()
                            .setVvalue(1));
                    console.picture("overview-activity-" + theme);

                    console.await(() -> console.exists(".button.card"));
                    console.push(KeyCode.RIGHT);
                    console.await(() -> console.exists(".button.card:focused"));
                    console.push(KeyCode.ENTER);
                    console.await(() -> !console.exists("#activity-volume"));
                }
            }
        }
    }

    /** Live money has moved in a database without a standby, and then it is refused because one is required. */
    @Test
    void theRiskOfADatabaseWithoutAStandbyIsShownForLiveMoney() throws Exception {
        try (var service = TestService.start(Map.of())) {
            service.fundedLive(service.merchant(), 1_000_000);
            showsWarning(service, "#warning-no_standby", "ENGLISH", "light");
        }
        try (var service = TestService.start(Map.of("TICAL_REQUIRE_SYNC", "on"))) {
            showsWarning(service, "#warning-live_refused", "THAI", "dark");
        }
    }

    private static void showsWarning(TestService service, String warning, String language, String theme)
            throws Exception {
        var remembered = Map.of("theme", theme.toUpperCase(java.util.Locale.ROOT), "language", language);
        var operator = service.operator(Operator.Role.ADMIN);
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "overview", remembered)) {
            console.await(() -> console.exists(warning));
            console.picture("overview-warning-" + theme);
            console.showTest();
            console.await(() -> !console.exists(warning));
        }
    }
}
