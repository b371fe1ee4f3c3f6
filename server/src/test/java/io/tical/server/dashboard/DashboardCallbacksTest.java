package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callbacks in the dashboard: endpoints, their secrets and test events, and deliveries. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardCallbacksTest {
    private TestService service;
    private CallbackSink sink;
    private Merchant merchant;
    private DashboardClient owner;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void openMerchantAndSink() {
        sink = new CallbackSink();
        merchant = service.merchant().funded("THB", 1_000_000);
        owner = service.owner(merchant);
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private Reply setUrl(String kind) {
        return owner.replace("/api/callbacks/" + kind, "{\"url\":\"" + sink.url() + "\"}")
                .expect(200);
    }

    /** Waits for the organization's only delivery with this status. */
    private JsonNode delivery(String status) {
        return await().atMost(Duration.ofSeconds(90))
                .until(
                        () -> owner.get("/api/deliveries?status=" + status)
                                .expect(200)
                                .data(),
                        rows -> rows.size() == 1)
                .get(0);
    }

    private String confirmed(String reference) {
        var payout = merchant.payout(reference, 10_000).expect(201).word("id");
        merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        return payout;
    }

    @Test
    void bothEndpointsAreListedBeforeTheirUrlsAreSet() {
        var callbacks = owner.get("/api/callbacks").expect(200).data();
        assertThat(callbacks)
                .extracting(callback -> callback.get("kind").asText())
                .containsExactly("payin", "payout");
        assertThat(callbacks.get(1))
                .isEqualTo(owner.get("/api/callbacks/payout").expect(200).data());
        assertThat(callbacks.get(0).get("url").isNull()).isTrue();
        assertThat(callbacks.get(0).get("form").asText()).isEqualTo("auto");
        owner.get("/api/callbacks/settlement").expect(404, "CALLBACK_NOT_FOUND");
        owner.rotate("/api/callbacks/payout").expect(404, "CALLBACK_NOT_FOUND");
        owner.post("/api/callbacks/payout/ping").expect(409, "CALLBACK_URL_MISSING");
        owner.remove("/api/callbacks/payout").expect(404, "CALLBACK_NOT_FOUND");
    }

    @Test
    void theSecretIsShownOnceAndANewOneAfterARotation() {
        var set = setUrl("payout");
        assertThat(set.word("signing_secret")).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(set.word("status")).isEqualTo("untried");
        assertThat(set.word("url")).isEqualTo(sink.url());
        var again = owner.replace(
                        "/api/callbacks/payout", "{\"url\":\"%s\",\"form\":\"envelope\"}".formatted(sink.url()))
                .expect(200);
        assertThat(again.data().has("signing_secret")).isFalse();
        assertThat(again.word("form")).isEqualTo("envelope");
        assertThat(setUrl("payout").word("form")).isEqualTo("envelope");
        var rotated = owner.rotate("/api/callbacks/payout").expect(200);
        assertThat(rotated.word("signing_secret")).isNotEqualTo(set.word("signing_secret"));
        assertThat(rotated.number("previous_secret_until"))
                .isBetween(
                        Instant.now().plus(Duration.ofHours(24)).getEpochSecond() - 60,
                        Instant.now().plus(Duration.ofHours(24)).getEpochSecond());
        assertThat(owner.get("/api/callbacks").expect(200).text())
                .doesNotContain(set.word("signing_secret"), rotated.word("signing_secret"), "whsec_");
        var removed = owner.remove("/api/callbacks/payout").expect(200);
        assertThat(removed.word("status")).isEqualTo("unset");
        assertThat(owner.get("/api/callbacks/payout").expect(200).data()).isEqualTo(removed.data());
        assertThat(setUrl("payout").data().has("signing_secret")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{} | url",
                "{\"url\":null} | url",
                "{\"url\":7} | url",
                "{\"url\":\"ftp://127.0.0.1/\"} | url",
                "{\"url\":\"http://127.0.0.2/\"} | url",
                "{\"url\":\"http://10.0.0.1/\"} | url",
                "{\"url\":\"http://127.0.0.1/\",\"form\":\"xml\"} | form",
            })
    void anInvalidEndpointIsRefusedWithItsField(String body, String field) {
        var refused = owner.replace("/api/callbacks/payin", body).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
        assertThat(owner.get("/api/callbacks/payin").expect(200).word("status")).isEqualTo("unset");
        var tooLong = "{\"url\":\"http://127.0.0.1/" + "x".repeat(2_048) + "\"}";
        owner.replace("/api/callbacks/payin", tooLong).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aTestEventReturnsItsResult() {
        setUrl("payin");
        var fine = owner.post("/api/callbacks/payin/ping").expect(200);
        assertThat(fine.data().get("delivered").asBoolean()).isTrue();
        assertThat(fine.number("status_code")).isEqualTo(200);
        assertThat(fine.number("duration_ms")).isNotNegative();
        assertThat(fine.data().get("error").isNull()).isTrue();
        assertThat(sink.received()).singleElement().satisfies(callback -> {
            assertThat(callback.header("X-P2P-Signature")).startsWith("v1=");
            assertThat(callback.json().get("event").asText()).isEqualTo("ping");
        });
        sink.answering(500);
        var failed = owner.post("/api/callbacks/payin/ping").expect(200);
        assertThat(failed.data().get("delivered").asBoolean()).isFalse();
        assertThat(failed.number("status_code")).isEqualTo(500);
    }

    @Test
    void anEndpointIsOkOnlyIfItAcceptedEveryDeliveryOfTheLastDay() {
        setUrl("payout");
        health("untried", 0, 0);
        owner.post("/api/callbacks/payout/ping").expect(200);
        health("ok", 0, 0);

        sink.answering(400);
        confirmed("first");
        delivery("failed");
        health("failing", 1, 1);

        sink.answering(200);
        confirmed("second");
        delivery("delivered");
        health("partly_failing", 2, 1);

        // The failures of the previous URL do not count for a new one.
        owner.replace("/api/callbacks/payout", "{\"url\":\"" + sink.url() + "?v=2\"}")
                .expect(200);
        health("untried", 0, 0);
        owner.post("/api/callbacks/payout/ping").expect(200);
        health("ok", 0, 0);
    }

    /** The overview and the list of endpoints say the same. */
    private void health(String status, long tried, long failed) {
        var listed = owner.get("/api/callbacks/payout").expect(200).data();
        assertThat(listed.get("status").asText()).isEqualTo(status);
        assertThat(listed.get("recent_deliveries").asLong()).isEqualTo(tried);
        assertThat(listed.get("recent_failures").asLong()).isEqualTo(failed);
        assertThat(owner.get("/api/callbacks").expect(200).data().get(1)).isEqualTo(listed);
        assertThat(owner.get("/api/overview?environment=test")
                        .expect(200)
                        .data()
                        .at("/callbacks/1"))
                .isEqualTo(listed);
    }

    @Test
    void testEventsAreLimitedToThirty() {
        setUrl("payin");
        var begun = System.nanoTime();
        var accepted = 0;
        var reply = owner.post("/api/callbacks/payin/ping");
        while (reply.status() == 200 && accepted < 200) {
            accepted++;
            reply = owner.post("/api/callbacks/payin/ping");
        }
        var seconds = (System.nanoTime() - begun) / 1e9;
        reply.expect(429, "RATE_LIMITED");
        // One more every two seconds.
        assertThat((double) accepted).isBetween(30.0, 31 + seconds / 2);
        assertThat(sink.received()).hasSize(accepted);
    }

    @Test
    void aFailedDeliveryIsShownWithItsBodyAndAttemptsAndIsSentAgain() {
        setUrl("payout");
        sink.answering(400);
        var payout = confirmed("first");

        var failed = delivery("failed");
        assertThat(failed.get("transaction_id").asText()).isEqualTo(payout);
        assertThat(failed.get("event").asText()).isEqualTo("payout.succeeded");
        assertThat(failed.get("livemode").asBoolean()).isFalse();
        var path = "/api/deliveries/" + failed.get("id").asText();
        var detail = owner.get(path).expect(200);
        assertThat(detail.word("body")).isEqualTo(sink.received().getFirst().body());
        assertThat(detail.data().get("attempt_log")).hasSize(1);
        assertThat(detail.data().at("/attempt_log/0/status_code").asInt()).isEqualTo(400);
        assertThat(detail.data().at("/attempt_log/0/response_excerpt").asText()).isEqualTo("answer 400");
        assertThat(owner.get("/api/overview?environment=test")
                        .expect(200)
                        .data()
                        .get("deliveries")
                        .toString())
                .isEqualTo("{\"pending\":0,\"failed\":1,\"suspended\":0}");
        assertThat(owner.get("/api/overview?environment=live")
                        .expect(200)
                        .data()
                        .at("/deliveries/failed")
                        .asInt())
                .isZero();

        service.owner(service.merchant()).get(path).expect(404, "DELIVERY_NOT_FOUND");
        service.owner(service.merchant()).post(path + "/redeliver").expect(404, "DELIVERY_NOT_FOUND");

        sink.answering(200);
        assertThat(owner.post(path + "/redeliver").expect(200).word("status")).isEqualTo("pending");
        var delivered = delivery("delivered");
        assertThat(delivered.get("event_id")).isEqualTo(failed.get("event_id"));
        assertThat(sink.about(payout))
                .extracting(CallbackSink.Received::bodyId)
                .hasSize(2)
                .containsOnly(failed.get("event_id").asText());
        owner.post(path + "/redeliver").expect(409, "DELIVERY_STATUS_TRANSITION_INVALID");
        assertThat(owner.get("/api/callbacks/payout").expect(200).word("status"))
                .isEqualTo("ok");
    }

    @Test
    void whatFailsInOneEnvironmentIsNoAlarmInTheOther() {
        setUrl("payout");
        sink.answering(200);
        owner.post("/api/callbacks/payout/ping").expect(200);
        sink.answering(400);
        confirmed("first");
        delivery("failed");
        assertThat(health("test")).isEqualTo("failing 1 of 1");
        assertThat(health("live")).isEqualTo("ok 0 of 0");
        assertThat(owner.get("/api/callbacks/payout").expect(200).word("status"))
                .as("both environments")
                .isEqualTo("failing");

        sink.answering(200);
        owner.post("/api/callbacks/payout/ping").expect(200);
        assertThat(health("test")).isEqualTo("partly_failing 1 of 1");
        assertThat(health("live")).isEqualTo("ok 0 of 0");

        // The endpoint fails again, by a delivery of the live environment.
        service.sql("UPDATE callback_endpoint SET failing_since = now() + interval '1 hour' WHERE kind = 'payout'"
                + " AND organization_id = '" + merchant.organizationId() + "'");
        assertThat(health("test")).as("what failed before").isEqualTo("partly_failing 1 of 1");
        assertThat(health("live")).isEqualTo("ok 0 of 0");
    }

    /** What the overview and the page of callbacks say of the payout endpoint in an environment. */
    private String health(String environment) {
        var shown = owner.get("/api/callbacks/payout?environment=" + environment)
                .expect(200)
                .data();
        assertThat(owner.get("/api/overview?environment=" + environment)
                        .expect(200)
                        .data()
                        .at("/callbacks/1"))
                .isEqualTo(shown);
        assertThat(owner.get("/api/callbacks?environment=" + environment)
                        .expect(200)
                        .data()
                        .get(1))
                .isEqualTo(shown);
        return shown.get("status").asText() + " " + shown.get("recent_failures") + " of "
                + shown.get("recent_deliveries");
    }

    @Test
    void theRequestOfTheLastAttemptIsShownAndCanBeSignedAgain() {
        setUrl("payout");
        sink.answering(400);
        confirmed("first");
        var path = "/api/deliveries/" + delivery("failed").get("id").asText();
        var received = sink.received().getFirst();
        var sent = owner.get(path).expect(200).data().get("sent");
        assertThat(sent.get("url").asText()).isEqualTo(sink.url());
        assertThat(sent.get("headers").properties())
                .hasSizeGreaterThan(10)
                .allSatisfy(header -> assertThat(received.header(header.getKey()))
                        .isEqualTo(header.getValue().asText()));
        assertThat(sent.get("signature_base").asText())
                .isEqualTo(received.header("X-Timestamp") + "." + received.body());
        assertThat(sent.get("webhook_signature_base").asText())
                .isEqualTo(received.header("webhook-id") + "."
                        + sent.get("signature_base").asText());

        // Only owners may sign a request with the current time.
        service.viewer(merchant).post(path + "/sign").expect(403, "PERMISSION_DENIED");
        service.owner(service.merchant()).post(path + "/sign").expect(404, "DELIVERY_NOT_FOUND");
        var signed = owner.post(path + "/sign").expect(200).data();
        assertThat(signed.get("body").asText()).isEqualTo(received.body());
        assertThat(signed.at("/headers/webhook-id").asText()).isEqualTo(received.header("webhook-id"));
        assertThat(signed.at("/headers/X-Request-ID").asText()).isNotEqualTo(received.header("X-Request-ID"));
        assertThat(sink.received()).hasSize(1);

        // Requests from before a change of the endpoint are not shown.
        owner.rotate("/api/callbacks/payout").expect(200);
        assertThat(owner.get(path).expect(200).data().get("sent").isNull()).isTrue();
        owner.remove("/api/callbacks/payout").expect(200);
        owner.post(path + "/sign").expect(409, "CALLBACK_URL_MISSING");
    }

    @Test
    void deliveriesAreListedByPageAndFilter() {
        setUrl("payout");
        var first = confirmed("one");
        confirmed("two");
        confirmed("three");
        await().atMost(Duration.ofSeconds(90))
                .until(() -> owner.all("/api/deliveries?status=delivered").size() == 3);
        assertThat(owner.all("/api/deliveries?limit=1")).hasSize(3);
        assertThat(owner.all("/api/deliveries?environment=live")).isEmpty();
        assertThat(owner.all("/api/deliveries?environment=test&endpoint=payout"))
                .hasSize(3);
        assertThat(owner.all("/api/deliveries?transaction_id=" + first))
                .singleElement()
                .satisfies(
                        row -> assertThat(row.get("transaction_type").asText()).isEqualTo("payout"));
        assertThat(owner.all("/api/deliveries?reference=two&environment=test")).hasSize(1);
        assertThat(owner.all("/api/deliveries?reference=tw")).isEmpty();
        assertThat(owner.all("/api/deliveries?event=payout.succeeded&code=200&limit=2"))
                .hasSize(3)
                .allSatisfy(row ->
                        assertThat(row.at("/last_attempt/status_code").asInt()).isEqualTo(200));
        for (var other :
                List.of("event=payout.failed", "code=503", "code=none", "endpoint=payin", "endpoint=payin&code=200")) {
            assertThat(owner.all("/api/deliveries?" + other)).as(other).isEmpty();
        }
        assertThat(owner.get("/api/deliveries.csv?code=200&environment=test")
                        .expect(200)
                        .text())
                .contains(",last_attempt_status_code,", ",payout.succeeded,");
        for (var wrong : List.of("event=payout", "code=20", "code=0", "code=600", "endpoint=x")) {
            owner.get("/api/deliveries?" + wrong).expect(400, "VALIDATION_FAILED");
        }
        owner.get("/api/deliveries?status=lost").expect(400, "VALIDATION_FAILED");
        owner.get("/api/deliveries?transaction_id=x").expect(400, "VALIDATION_FAILED");
        owner.get("/api/deliveries?environment=both").expect(400, "VALIDATION_FAILED");
    }
}
