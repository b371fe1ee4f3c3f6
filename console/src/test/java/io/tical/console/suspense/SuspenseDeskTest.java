package io.tical.console.suspense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators decide what becomes of unallocated funds, at the keyboard. */
class SuspenseDeskTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static OpenConsole console(Map<String, String> more) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "suspense", more);
    }

    /** A payment of a payin that the merchant had cancelled. */
    private static String open(Merchant merchant, String reference, long amount) {
        return open(merchant, merchant.payin("cancelled-" + reference, amount), reference, amount);
    }

    private static String open(Merchant merchant, Reply made, String reference, long amount) {
        var payin = made.expect(201).word("id");
        merchant.post("/v1/payins/" + payin + "/cancel").expect(200);
        var version = operator.get("/admin/v1/payins/" + payin).number("version");
        operator.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"%s\",\"override_reason\":\"payer_error\",\"note\":\"found\"}",
                                version,
                                amount,
                                reference))
                .expect(200);
        var path = "/admin/v1/suspense?status=open&organization_id=" + merchant.organizationId();
        await().atMost(Duration.ofSeconds(90))
                .until(() -> operator.get(path).data().size() == 1);
        return operator.get(path).data().get(0).get("id").asText();
    }

    private static String status(String id) {
        return operator.get("/admin/v1/suspense/" + id).expect(200).word("status");
    }

    @Test
    void fundsPayTheCandidateThatIsChosen() throws Exception {
        var merchant = service.live(service.merchant());
        var id = open(merchant, "S-1", 70_000);
        var other = merchant.payin("wanted-1", 70_000).expect(201).word("id");
        merchant.payin("wanted-2", 70_000).expect(201);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("S-1") && console.canPress("#decision-suspense-match"));
            console.type("#search", "S-none");
            console.await(() -> !console.exists("#decision-suspense-match"));
            console.type("#search", "S-1");
            console.await(() -> console.shows("S-1") && console.canPress("#decision-suspense-match"));
            console.picture("suspense-light");
            console.push(KeyCode.M);
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Choose one with its number.")).isTrue();
            console.push(KeyCode.DIGIT2);
            assertThat(console.text("#consequence")).startsWith("Books 700.00 THB as the payment of this payin");
            // Also where the payer left the surcharge out.
            assertThat(console.text("#difference")).isEqualTo("Exactly the expected amount.");
            assertThat(console.canPress("#confirm")).isTrue();
            console.picture("suspense-match-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("S-1 · 700.00 THB: Matched. The merchant is credited."));
            assertThat(status(id)).isEqualTo("matched");
            assertThat(merchant.payin(other).word("status")).isEqualTo("success");
            assertThat(merchant.available()).isEqualTo(merchant.payin(other).number("net_amount"));
        }
    }

    @Test
    void theAccountThatFundsGoBackToStandsBesideIt() throws Exception {
        var merchant = service.live(service.merchant());
        open(merchant, merchant.guidePayin("cancelled-S-7", 45_000), "S-7", 45_000);
        var payer = merchant.get("/v1/customers/" + merchant.account()).expect(200);
        try (var console = console(Map.of())) {
            // Until the search is applied, its application closes what was begun.
            console.await(() -> console.exists("#search"));
            console.type("#search", "nobody");
            console.await(() -> console.shows("nobody"));
            console.type("#search", "S-7");
            console.await(() -> console.shows("S-7") && console.canPress("#decision-suspense-return"));
            console.push(KeyCode.R);
            assertThat(console.textsOf("#pay-to"))
                    .contains(payer.word("account_no"), payer.word("holder_name"), "450.00 THB");
        }
    }

    @Test
    void fundsThatTheSenderHasBackAreRecordedAsReturned() throws Exception {
        var merchant = service.live(service.merchant());
        var id = open(merchant, "S-9", 30_000);
        try (var console = console(Map.of("theme", "DARK", "language", "THAI"))) {
            console.await(() -> console.shows("S-9") && console.canPress("#decision-suspense-return"));
            assertThat(console.exists("#decision-suspense-match")).isFalse();
            console.picture("suspense-dark-th");
            console.push(KeyCode.R);
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-reference")).isTrue();
            assertThat(status(id)).isEqualTo("open");
            console.type("#input-reference", "BACK-9");
            console.picture("suspense-return-dark-th");
            console.push(KeyCode.ENTER);
            console.await(() -> status(id).equals("returned"));
            console.choose("#filter", "suspense.filter.all");
            console.type("#search", "S-9");
            console.await(() -> console.shows("BACK-9"));
            assertThat(merchant.available()).isZero();
        }
    }
}
