package io.tical.console.lost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.outward.LostDepartures;
import io.tical.server.staff.Operator;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators see what was lost, and close by two what they have dealt with elsewhere. */
class LostDeskTest {
    private static TestService service;
    private static OperatorClient operator;
    private static OperatorClient colleague;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.ADMIN);
        colleague = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static OpenConsole console(Map<String, String> more) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "lost", more);
    }

    @Test
    void aCaseSaysWhatHappensByItselfAndIsClosedByTwo() throws Exception {
        var merchant = service.merchant();
        LostDepartures.payout(service, merchant.organizationId(), true, "lost-1");
        var id = LostDepartures.payout(service, merchant.organizationId(), true, "lost-2");
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("lost-2") && console.canPress("#decision-lost-close"));
            console.await(
                    () -> console.shows("Everything may be sent: the database knows everything that left before."));
            assertThat(console.shows("Ask the merchant to send the order lost-2 again, with the same reference."))
                    .isTrue();
            requirePicture(console, merchant);
            console.picture("lost-light");
            console.click("#fence-logs");
            console.picture("lost-logs-light");
            console.click("#fence-logs");
            console.push(KeyCode.X);
            console.type("#input-note", "paid back by the bank");
            console.picture("lost-close-light");
            console.push(KeyCode.ENTER);
            var path = "/admin/v1/lost/" + id;
            console.await(
                    () -> !operator.get(path).expect(200).data().get("approval").isNull());
            var approval = operator.get(path).data().get("approval").get("id").asText();
            colleague.post("/admin/v1/approvals/" + approval + "/approve").expect(200);
            console.await(() -> operator.get(path).word("status").equals("closed"));
        }
    }

    /** From when to when, the sums, and the merchant, as the service says them. Other tests lose something, too. */
    private static void requirePicture(OpenConsole console, Merchant merchant) {
        var picture = operator.get("/admin/v1/fence")
                .expect(200)
                .data()
                .get("pictures")
                .get(0);
        var sum = picture.get("sums").get(0);
        var name =
                service.tical().organizations().name(merchant.organizationId()).orElseThrow();
        assertThat(sum.get("count").asLong()).isGreaterThanOrEqualTo(2);
        assertThat(console.text("#picture .section-title"))
                .isEqualTo("Lost from " + time(picture.get("from")) + " to " + time(picture.get("until")));
        assertThat(console.shows(String.format(
                        Locale.ROOT,
                        "%d sent, %,d.00 THB",
                        sum.get("count").asLong(),
                        sum.get("amount").asLong() / 100)))
                .isTrue();
        assertThat(console.shows(name + ": 2 of 2 open")).isTrue();
    }

    private static String time(JsonNode seconds) {
        return DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss O", Locale.ENGLISH)
                .format(Instant.ofEpochSecond(seconds.asLong()).atZone(ZoneId.systemDefault()));
    }

    /** The service does no work, so nobody has compared its log. */
    @Test
    void whatKeepsEverythingBackIsSaid() throws Exception {
        try (var idle = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var administrator = idle.operator(Operator.Role.ADMIN);
            LostDepartures.log(idle);
            try (var console =
                    OpenConsole.as(administrator, idle.tical().ports().admin(), "lost", Map.of())) {
                console.await(() -> console.shows("Logs (1)"));
                assertThat(console.text("#fence .banner-text"))
                        .startsWith("Nothing is sent since")
                        .contains("are being compared with the database");
                console.picture("lost-closed-light");
            }
        }
    }

    @Test
    void aLogOfAnotherNodeIsSaidToBeGone() throws Exception {
        LostDepartures.payout(service, Ids.next(), true, "of nobody");
        var log = LostDepartures.log(service);
        try (var console = console(Map.of("theme", "DARK", "language", "THAI"))) {
            console.await(() -> console.shows("of nobody") && console.canPress("#decision-lost-gone"));
            console.await(() -> !console.isVisible(".progress-indicator"));
            console.picture("lost-dark-th");
            console.push(KeyCode.G);
            console.push(KeyCode.DIGIT1);
            console.type("#input-note", "its machine burnt");
            console.picture("lost-gone-dark-th");
            console.push(KeyCode.ENTER);
            console.await(() -> operator.get("/admin/v1/fence")
                    .expect(200)
                    .data()
                    .get("logs")
                    .valueStream()
                    .anyMatch(one -> one.get("id").asText().equals(log.toString())
                            && !one.get("approval").isNull()));
        }
    }
}
