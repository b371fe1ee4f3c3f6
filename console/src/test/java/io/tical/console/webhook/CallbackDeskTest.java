package io.tical.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.admin.Deliveries;
import io.tical.console.OpenConsole;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Support sends callbacks again. */
class CallbackDeskTest {
    private static TestService service;
    private static OperatorClient support;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        support = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** A payin whose callback was refused. */
    private static String refused(Merchant merchant, String reference) {
        var id = merchant.payin(reference, 50_000).expect(201).word("id");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        await().atMost(Duration.ofSeconds(90)).until(() -> status(id).equals("failed"));
        return id;
    }

    private static String status(String payin) {
        var found = support.get("/admin/v1/deliveries?transaction_id=" + payin)
                .expect(200)
                .data();
        return found.path(0).path("status").asText();
    }

    @Test
    void anOpenListShowsWhatBecomesOfACallbackThatWasInNoQueue() throws Exception {
        var merchant = service.merchant();
        try (var sink = new CallbackSink();
                var console = OpenConsole.as(support, service.tical().ports().admin(), "webhooks", Map.of())
                        .showTest()) {
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
            console.awaitConnected();
            console.choose("#filter", "webhooks.filter.all");
            console.await(console::isIdle);
            sink.answering(500);
            var id = merchant.payin("watched", 50_000).expect(201).word("id");
            merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
            console.await(() -> statuses(console, id).equals(List.of("pending")) && console.shows("HTTP 500"));

            sink.answering(200);
            service.asService(
                    "delivery",
                    "UPDATE delivery SET next_attempt_at = now() WHERE transaction_id = '" + id
                            + "' AND claim IS NULL");
            console.await(() -> statuses(console, id).equals(List.of("delivered")) && console.shows("HTTP 200"));
        }
    }

    private static List<String> statuses(OpenConsole console, String transaction) {
        return console.rows().stream()
                .map(Deliveries.Row.class::cast)
                .filter(row -> row.transactionId().toString().equals(transaction))
                .map(Deliveries.Row::status)
                .toList();
    }

    /** Whoever sends again must know whether the merchant may process it twice. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everySentenceAboutSendingAgainSaysWhichBodyIdIsSent(Language language) {
        var texts = new Texts(language);
        var same = language == Language.ENGLISH ? "the same body id" : "รหัสเนื้อหาเดิม";
        for (var key : List.of(
                "webhooks.redeliver.consequence",
                "webhooks.redeliver.done",
                "webhooks.all.failed",
                "webhooks.all.suspended",
                "webhooks.all.done",
                "webhooks.merchant.failed",
                "webhooks.merchant.suspended",
                "webhooks.merchant.done")) {
            assertThat(texts.get(key)).as(key).contains(same);
        }
        for (var key : List.of("payins.resend.consequence", "payins.resend.done")) {
            assertThat(texts.get(key)).as(key).contains(language == Language.ENGLISH ? "new id" : "รหัสใหม่");
        }
    }

    @Test
    void failedCallbacksAreSentAgainOneByOneOrAllTogether() throws Exception {
        var merchant = service.merchant();
        try (var sink = new CallbackSink()) {
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
            sink.answering(410);
            var first = refused(merchant, "order-1");
            var second = refused(merchant, "order-2");
            var third = refused(merchant, "order-3");
            sink.answering(200);
            try (var console = OpenConsole.as(support, service.tical().ports().admin(), "webhooks", Map.of())
                    .showTest()) {
                console.await(() -> console.shows("HTTP 410") && console.canPress("#decision-webhooks-redeliver"));
                console.picture("webhooks-light");
                console.push(KeyCode.R);
                assertThat(console.text("#consequence")).contains(sink.url());
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("The callback was queued again, with the same body id."));
                await().atMost(Duration.ofSeconds(90)).until(() -> status(third).equals("delivered"));

                console.push(KeyCode.F5);
                console.await(() -> console.canPress("#decision-webhooks-all") && console.isIdle());
                console.push(KeyCode.A);
                assertThat(console.text("#consequence"))
                        .startsWith("Sends 2 failed callbacks")
                        .contains("each with the same body id");
                console.picture("webhooks-all-light");
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("Callbacks that were queued again, each with the same body id: 2"));
                await().atMost(Duration.ofSeconds(90))
                        .until(() -> status(first).equals("delivered")
                                && status(second).equals("delivered"));
            }
        }
    }
}
