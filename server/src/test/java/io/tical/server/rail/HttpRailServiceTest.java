package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole service whose live payouts go over two rails of its configuration, to banks on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpRailServiceTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final long AMOUNT = 50_000;

    private static final String RAIL = """
            {
              "name": "%1$s", "url": "%2$s",
              "secrets": {"token": {"variable": "BANK_TOKEN"}, "hook": {"variable": "%3$s"}},
              "currencies": {"THB": {"max": "%4$s"}},
              "send": {
                "method": "POST", "path": "/transfers", "headers": {"Authorization": "Bearer {secret:token}"},
                "body": {"reference": "{attempt}", "amount": "{minor:number}", "account": "{account}", "bank": "{bank}"},
                "answer": {
                  "id": "/id", "reference": "/reference", "amount": "/amount", "amount_in": "minor",
                  "delivered": "/status=done", "failed": "/status=refused", "never_sent": "409 /status=closed"
                }
              },
              "poll": {
                "method": "GET", "path": "/transfers/{attempt}",
                "answer": {
                  "id": "/id", "reference": "/reference", "amount": "/amount", "amount_in": "minor",
                  "delivered": "/status=done", "failed": "/status=refused", "not_found": "404 /status=unknown",
                  "not_found_after_seconds": 3600
                }
              },
              "callback_secret": "hook"
            }""";

    private final UpstreamServer first = new UpstreamServer();
    private final UpstreamServer second = new UpstreamServer();
    private final Map<String, String> settings = new ConcurrentHashMap<>();

    @TempDir
    private static Path folder;

    private TestService service;
    private OperatorClient finance;
    private OperatorClient admin;
    private Merchant merchant;
    private int number;

    @BeforeAll
    void start() throws IOException {
        settings.putAll(Map.of(
                "TICAL_RAILS",
                Files.writeString(
                                folder.resolve("rails.json"),
                                "{\"rails\": ["
                                        + RAIL.formatted("first", first.url(), "FIRST_HOOK", "2000000.00") + ","
                                        + RAIL.formatted("second", second.url(), "SECOND_HOOK", "1000.00")
                                        + "], \"rules\": [{\"currency\": \"THB\", \"rails\": \"first\"},"
                                        + "{\"currency\": \"THB\", \"rails\": \"second\"}]}")
                        .toString(),
                "BANK_TOKEN",
                "bank-token",
                "FIRST_HOOK",
                "first-hook-secret",
                "SECOND_HOOK",
                "second-hook-secret",
                "TICAL_RAIL_POLL_SECONDS",
                "1,2,604800"));
        service = TestService.start(settings);
        finance = service.operator(Operator.Role.FINANCE);
        admin = service.operator(Operator.Role.ADMIN);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        first.close();
        second.close();
    }

    @BeforeEach
    void newMerchant() {
        merchant = service.fundedLive(service.merchant(), 10_000_000_000L);
        merchant.account();
        finance.verifyAccount(merchant);
        first.answering(200, "{}");
        second.answering(200, "{}");
    }

    private String payout(long amount) {
        return merchant.payout("order-" + ++number, amount).expect(201).word("id");
    }

    private JsonNode attempt(String payout, int number) {
        return finance.get("/admin/v1/payouts/" + payout)
                .expect(200)
                .data()
                .at("/execution_steps/0/attempts/" + (number - 1));
    }

    private String attemptId(String payout, int number) {
        await().atMost(SOON).until(() -> !attempt(payout, number).isMissingNode());
        return attempt(payout, number).get("id").asText();
    }

    private void awaitStatus(String payout, String status) {
        await().atMost(SOON).until(() -> merchant.payout(payout).word("status"), status::equals);
    }

    private static String answer(UpstreamServer.Asked request, String status, long more) {
        try {
            var body = Json.mapper().readTree(request.body());
            return String.format(
                    Locale.ROOT,
                    "{\"status\":\"%s\",\"id\":\"B-%s\",\"reference\":\"%s\",\"amount\":%d}",
                    status,
                    body.get("reference").asText(),
                    body.get("reference").asText(),
                    body.get("amount").asLong() + more);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String polled(UpstreamServer.Asked request, String status, long amount) {
        var reference = request.target().substring("/transfers/".length());
        return String.format(
                Locale.ROOT,
                "{\"status\":\"%s\",\"id\":\"B-%s\",\"reference\":\"%s\",\"amount\":%d}",
                status,
                reference,
                reference,
                amount);
    }

    private static long posts(UpstreamServer bank, String attempt) {
        return bank.asked().stream()
                .filter(one -> one.method().equals("POST") && one.text().contains(attempt))
                .count();
    }

    private HttpResponse<String> report(String secret, String body) {
        try {
            var timestamp = String.valueOf(System.currentTimeMillis() / 1000);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            var signed = "POST\n/bank-api/v1/outcomes\n" + timestamp + "\n\n" + body;
            return HTTP.send(
                    HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + service.adminPort() + "/bank-api/v1/outcomes"))
                            .header("Content-Type", "application/json")
                            .header("X-Signature-Timestamp", timestamp)
                            .header(
                                    "X-Signature",
                                    HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String delivered(String attempt, long amount) {
        return String.format(
                Locale.ROOT,
                "{\"attempt\":\"%s\",\"outcome\":\"delivered\",\"amount\":%d,\"currency\":\"THB\",\"reference\":\"C-%s\"}",
                attempt,
                amount,
                attempt);
    }

    private static String failed(String attempt) {
        return "{\"attempt\":\"" + attempt + "\",\"outcome\":\"failed\",\"failure_code\":\"account_closed\"}";
    }

    @Test
    void aPayoutIsSentOnceAndItsAttemptSaysWhichRailAndWhy() {
        first.answering(request -> answer(request, "done", 0));
        var id = payout(AMOUNT);

        awaitStatus(id, "success");
        var attempt = attempt(id, 1);
        assertThat(attempt.get("rail").asText()).isEqualTo("first");
        assertThat(attempt.get("route").asText()).isEqualTo("rule 1, THB");
        assertThat(attempt.get("reference").asText())
                .isEqualTo("B-" + attempt.get("id").asText());
        assertThat(posts(first, attempt.get("id").asText())).isEqualTo(1);
        assertThat(merchant.payout(id).json().toString()).doesNotContain("rule 1");
    }

    @Test
    void aLegThatWasNeverSentGoesToAnotherRail() {
        first.doing((request, exchange) -> UpstreamServer.send(exchange, 409, answer(request, "closed", 0)));
        second.answering(request -> answer(request, "done", 0));
        var id = payout(AMOUNT);

        awaitStatus(id, "success");
        assertThat(attempt(id, 1).get("state").asText()).isEqualTo("dead");
        assertThat(attempt(id, 2).get("rail").asText()).isEqualTo("second");
        assertThat(attempt(id, 2).get("route").asText()).isEqualTo("rule 2, THB; not sent by first");
    }

    @Test
    void limitsAndLegsFollowTheRails() {
        first.answering(request -> answer(request, "done", 0));

        var limits = merchant.get("/v1/me/limits").expect(200).data().toString();
        assertThat(limits).as("the limit of the merchant is below").isNotEmpty();
        var id = payout(90_000_000);
        assertThat(finance.get("/admin/v1/payouts/" + id).data().get("execution_steps"))
                .as("900,000.00 THB in one transfer, for which the manual rail needs two")
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1})
    void aBankThatReportsAnotherAmountIsNotBelieved(long more) {
        first.doing((request, exchange) -> UpstreamServer.send(
                exchange,
                200,
                request.method().equals("POST")
                        ? answer(request, "done", more)
                        : polled(request, "done", AMOUNT + more)));
        var id = payout(AMOUNT);

        var attempt = attemptId(id, 1);
        await().atMost(SOON)
                .until(() -> first.asked().stream()
                                .filter(one -> one.target().endsWith(attempt))
                                .count()
                        >= 2);
        assertThat(attempt(id, 1).get("state").asText()).isEqualTo("open");
        assertThat(posts(first, attempt)).isEqualTo(1);
        assertThat(attempt(id, 2).isMissingNode()).isTrue();
    }

    @Test
    void anAnswerAboutAnotherAttemptIsNotBelieved() {
        first.answering(request ->
                "{\"status\":\"done\",\"id\":\"B-1\",\"reference\":\"" + Ids.next() + "\",\"amount\":" + AMOUNT + "}");
        var id = payout(AMOUNT);

        var attempt = attemptId(id, 1);
        await().atMost(SOON)
                .until(() -> first.asked().stream().anyMatch(one -> one.target().endsWith(attempt)));
        assertThat(attempt(id, 1).get("state").asText()).isEqualTo("open");
        first.answering(request -> polled(request, "done", AMOUNT));
        service.makeDue(id);
        awaitStatus(id, "success");
    }

    @Test
    void aCallbackTellsTheOutcomeOnce() {
        var id = payout(AMOUNT);
        var attempt = attemptId(id, 1);

        assertThat(report("second-hook-secret", delivered(attempt, AMOUNT)).statusCode())
                .as("another rail's attempt")
                .isEqualTo(404);
        assertThat(report("wrong", delivered(attempt, AMOUNT)).statusCode()).isEqualTo(401);
        assertThat(report("first-hook-secret", delivered(Ids.next().toString(), AMOUNT))
                        .body())
                .contains("ATTEMPT_NOT_FOUND");
        assertThat(report("first-hook-secret", delivered(attempt, AMOUNT).replace("THB", "USD"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(report("first-hook-secret", "{\"attempt\":\"" + attempt + "\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(attempt(id, 1).get("state").asText()).isEqualTo("open");

        for (int i = 0; i < 3; i++) {
            var told = report("first-hook-secret", delivered(attempt, AMOUNT));
            assertThat(told.statusCode()).isEqualTo(200);
            assertThat(told.body()).contains("\"state\":\"delivered\"");
        }
        awaitStatus(id, "success");
        assertThat(report("first-hook-secret", failed(attempt)).body())
                .as("success, then failure")
                .contains("\"state\":\"delivered\"");
        assertThat(report("first-hook-secret", failed(attempt)).statusCode()).isEqualTo(200);
        var notices = admin.get("/admin/v1/notices").expect(200).data();
        assertThat(notices)
                .filteredOn(one -> one.path("object_id").asText().equals(id))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.path("action").asText()).isEqualTo("fail_late");
                    assertThat(one.path("note").asText()).contains("first", "account_closed", "attempt 1 of leg 1");
                });
        assertThat(finance.get("/admin/v1/payouts/" + id).data().toString()).containsOnlyOnce("\"fail_late\"");
        assertThat(merchant.payout(id).word("status")).isEqualTo("success");
        assertThat(service.count("SELECT count(*) FROM payout_attempt WHERE payout_id = '" + id + "'"))
                .isEqualTo(1);
    }

    @Test
    void aCallbackWithAnotherAmountIsForStaff() {
        var id = payout(AMOUNT);
        var attempt = attemptId(id, 1);

        assertThat(report("first-hook-secret", delivered(attempt, AMOUNT - 1)).body())
                .contains("\"state\":\"open\"");
        assertThat(finance.get("/admin/v1/payouts/" + id)
                        .data()
                        .get("review_reason")
                        .asText())
                .contains("49999 instead of 50000");
    }

    @Test
    void aDeliveryAfterAFailureIsLate() {
        var id = payout(AMOUNT);
        var attempt = attemptId(id, 1);

        assertThat(report("first-hook-secret", failed(attempt)).body()).contains("\"state\":\"dead\"");
        awaitStatus(id, "failed");
        assertThat(report("first-hook-secret", failed(attempt)).statusCode()).isEqualTo(200);
        for (int i = 0; i < 2; i++) {
            assertThat(report("first-hook-secret", delivered(attempt, AMOUNT)).statusCode())
                    .isEqualTo(200);
        }
        assertThat(attempt(id, 1).get("late_amount").asLong()).isEqualTo(AMOUNT);
        assertThat(service.count(
                        "SELECT count(*) FROM suspense WHERE organization_id = '" + merchant.organizationId() + "'"))
                .isEqualTo(1);
    }

    @Test
    void aSettlementGoesOverARailAndItsBankReportsIt() {
        var id = merchant.post(
                        "/v1/settlements",
                        String.format(
                                Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", merchant.account(), AMOUNT))
                .expect(201)
                .word("id");
        await().atMost(SOON).until(() -> settlement(id).at("/attempts/0").hasNonNull("rail"));
        var attempt = settlement(id).at("/attempts/0");
        assertThat(attempt.get("route").asText()).isEqualTo("rule 1, THB");

        var told = report("first-hook-secret", delivered(attempt.get("id").asText(), AMOUNT));
        assertThat(told.body()).contains("\"state\":\"delivered\"");
        assertThat(merchant.get("/v1/settlements/" + id).word("status")).isEqualTo("completed");
        assertThat(posts(first, attempt.get("id").asText())).isEqualTo(1);
    }

    private JsonNode settlement(String id) {
        return finance.get("/admin/v1/settlements/" + id).expect(200).data();
    }

    @Test
    void healthAndMetricsNameTheRails() throws Exception {
        var health = HTTP.send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/health"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(health).contains("\"name\":\"rails\"").doesNotContain("bank-token");
        var metrics = HTTP.send(
                        HttpRequest.newBuilder(
                                        URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(metrics).contains("upstream=\"first\"").contains("upstream=\"second\"");
    }

    @Test
    void aPayoutOfWhichItsRailSaysNothingIsDeliveredByTheDebitThatRepeatsItsReference() {
        var id = payout(AMOUNT);
        var attempt = attemptId(id, 1);
        await().atMost(SOON).until(() -> posts(first, attempt) == 1);
        var account = finance.bankAccount("THB").get("account_no").asText();
        var statement = new CamtText(account, "RAIL", LocalDate.now(ZoneId.of("Asia/Bangkok")))
                .debitSaying(AMOUNT, "OF-THE-BANK", "API " + attempt);
        var file = finance.upload("/admin/v1/bank-statements?name=rail.xml", statement.text(1_000_000_000))
                .expect(201);
        finance.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + "}")
                .expect(200);

        awaitStatus(id, "success");
        assertThat(attempt(id, 1).get("state").asText()).isEqualTo("delivered");
        assertThat(posts(first, attempt)).as("sent once").isEqualTo(1);
    }
}
