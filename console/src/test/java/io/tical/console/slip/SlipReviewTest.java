package io.tical.console.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An operator decides on slips at the keyboard, and money moves. */
class SlipReviewTest {
    private static CallbackSink sink;
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "slips", remembered);
    }

    private static String payin(Merchant merchant, String reference, long amount) {
        var payin = merchant.payin(reference, amount).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        SlipDrawing.awaitReview(service, SlipDrawing.id(service, merchant, true, payin, 1));
        return payin;
    }

    @Test
    void aSlipIsAcceptedWithTwoKeysAndTheNextOneIsShown() throws Exception {
        var merchant = service.live(service.merchant());
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
        var first = payin(merchant, "order-1", 40_000);
        payin(merchant, "order-2", 50_000);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-1") && console.canPress("#decision-slips-accept"));
            console.picture("slips-light");
            console.push(KeyCode.T);
            console.push(KeyCode.F);
            assertThat(console.shows("Expected and found")).isFalse();
            console.picture("slips-picture-light");
            console.push(KeyCode.F);
            assertThat(console.shows("Expected and found")).isTrue();
            console.push(KeyCode.A);
            assertThat(console.text("#consequence")).startsWith("Credits 40").contains("for order-1");
            console.picture("slips-accept-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("order-2") && console.shows("Accepted."));
            console.picture("slips-next-light");

            assertThat(merchant.payin(first).word("status")).isEqualTo("success");
            assertThat(merchant.available()).isEqualTo(merchant.payin(first).number("net_amount"));
            console.await(() -> sink.about(first).size() == 1);
            assertThat(sink.about(first).getFirst().json().at("/event").asText())
                    .isEqualTo("payin.succeeded");

            console.push(KeyCode.R);
            console.push(KeyCode.DIGIT6);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("No slip is waiting"));
            console.picture("slips-empty-light");
        }
    }

    @Test
    void whoOpensASlipThatAColleagueWorksOnSeesTheNameAndNoDecision() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "order-3", 60_000);
        var colleague = service.operator(Operator.Role.FINANCE);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        colleague.post("/admin/v1/slips/" + slip + "/claim", "").expect(200);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows(colleague.username() + " is working on this"));
            assertThat(console.exists("#decision-slips-accept")).isFalse();
            console.picture("slips-claimed-light");
        }
        reject(colleague, slip);
    }

    @Test
    void aSlipThatChangedMustBeLookedAtAgain() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = payin(merchant, "order-4", 70_000);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-4") && console.canPress("#decision-slips-reject"));
            console.push(KeyCode.R);
            operator.post(
                            "/admin/v1/slips/" + slip + "/reject",
                            "{\"version\":%d,\"reason\":\"other\"}".formatted(version(slip)))
                    .expect(200);
            console.push(KeyCode.DIGIT1);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("has changed since you opened it")
                    || console.shows("No decision is possible on this item"));
        }
    }

    /** The verifiers report baht. */
    @Test
    void theAmountOfASlipInAnotherCurrencyIsEnteredByTheOperator() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.post("/v1/payins", """
                {"order_ref":"order-5","amount":100000,"currency":"USD"}""").expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        var slip = SlipDrawing.id(service, merchant, true, payin, 1);
        SlipDrawing.awaitReview(service, slip);
        SlipDrawing.verified(service, slip, 3_500_000, "THB");
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("order-5") && console.canPress("#decision-slips-accept"));
            assertThat(console.shows("3500000 THB")).isFalse();
            console.push(KeyCode.A);
            assertThat(console.text("#consequence"))
                    .contains("The slip shows", "35,000.00", "the payin is in USD", "for order-5");
            assertThat(console.typed("#input-paid_amount")).isEmpty();
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter an amount such as")).isTrue();
            console.type("#input-paid_amount", "1,000.00");
            console.picture("slips-foreign-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Accepted."));
        }
        assertThat(merchant.payin(payin).number("paid_amount")).isEqualTo(100_000);
    }

    private static long version(UUID slip) {
        return operator.get("/admin/v1/slips/" + slip).expect(200).number("version");
    }

    private static void reject(OperatorClient by, UUID slip) {
        by.post("/admin/v1/slips/" + slip + "/reject", "{\"version\":%d,\"reason\":\"other\"}".formatted(version(slip)))
                .expect(200);
    }
}
