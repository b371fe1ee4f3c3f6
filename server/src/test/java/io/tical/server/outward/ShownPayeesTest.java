package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.rail.Attempt;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A payer sees whom to pay only after this is written down, whichever node shows it and whatever happened to the one that matched them. */
class ShownPayeesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String PAYEE = "1234567890";
    private static final Map<String, String> OFFERED = Map.of(
            "TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_P2P_OFFER_SECONDS", "600", "TICAL_P2P_GRACE_SECONDS", "0");

    private static HttpResponse<String> page(TestService service, String method, String token, String more) {
        return page(service.tical().ports().pay(), method, token, more);
    }

    private static HttpResponse<String> page(int port, String method, String token, String more) {
        var uri = URI.create("http://127.0.0.1:" + port + "/pay-api/v1/pay/" + token + more);
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(uri)
                            .method(method, BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The payer accepts the conditions. */
    static HttpResponse<String> accept(TestService service, String token) {
        return accept(service.tical().ports().pay(), token);
    }

    static HttpResponse<String> accept(int port, String token) {
        return page(port, "POST", token, "/disclosure-consent");
    }

    private static long shown(TestService service) {
        return WrittenDown.in(service).stream()
                .filter(one -> one.by().equals(Attempt.PAYER))
                .count();
    }

    /** Two merchants, a payout that is offered, and a payin that is matched with it. Returns the token of its page. */
    private static String matched(TestService service) {
        var paying = service.matching(service.merchant().funded("THB", 10_000_000), MatchFallback.OFF);
        var shop = service.matching(service.merchant(), MatchFallback.OFF);
        paying.payout("offered", 20_000).expect(201);
        return payin(shop);
    }

    private static String payin(Merchant shop) {
        return shop.post("/v1/payins", """
                {"order_ref":"matched","amount":20000,"currency":"THB","receiving_type":"p2p"}""").expect(201).word("pay_token");
    }

    @Test
    void anAccountIsWrittenDownOnceWhenItIsShown() {
        try (var service = TestService.start(OFFERED)) {
            var token = matched(service);
            assertThat(page(service, "GET", token, "").body()).doesNotContain(PAYEE);
            assertThat(shown(service)).as("nobody has seen it").isZero();
            assertThat(accept(service, token).body()).contains(PAYEE);
            assertThat(page(service, "GET", token, "").body()).contains(PAYEE);
            assertThat(shown(service)).isEqualTo(1);
        }
    }

    /** The node that matched them died before anything was written down. */
    @Test
    void anotherNodeWritesDownWhatItShows() {
        try (var first = TestService.start(OFFERED, TestService.WITHOUT_WORK)) {
            String token;
            try (var dies = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                token = matched(dies);
            }
            assertThat(shown(first)).isZero();
            try (var next = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                assertThat(accept(next, token).body()).contains(PAYEE);
                assertThat(shown(next)).isEqualTo(1);
            }
        }
    }

    /** It died after it was written down, and before the payer had the answer: the payer asks again, and there is nothing to decide. */
    @Test
    void whatWasWrittenDownTwiceIsOneAccount() {
        try (var first = TestService.start(OFFERED, TestService.WITHOUT_WORK)) {
            String token;
            try (var dies = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                token = matched(dies);
                accept(dies, token);
            }
            try (var next = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                assertThat(page(next, "GET", token, "").body()).contains(PAYEE);
                assertThat(shown(next)).isEqualTo(2);
            }
            try (var last = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                assertThat(last.count("SELECT count(*) FROM outward_case")).isZero();
                last.requireCleanAudit();
            }
        }
    }

    @Test
    void whatCannotBeWrittenDownIsNotShown(@TempDir Path other) throws IOException {
        try (var first = TestService.start(OFFERED, TestService.WITHOUT_WORK)) {
            var settings = new HashMap<>(OFFERED);
            settings.put("TICAL_OUTWARD_LOG", other.toString());
            try (var service = first.on(first.database(), settings, TestService.Work.RUNNING)) {
                var token = matched(service);
                var away = other.resolveSibling(other.getFileName() + "-away");
                Files.move(other, away);
                var refused = accept(service, token);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(page(service, "GET", token, "").statusCode()).isEqualTo(503);
                Files.move(away, other);
                await().atMost(SOON).until(() -> page(service, "GET", token, "").body(), body -> body.contains(PAYEE));
            }
        }
    }

    /** The backup has the match; afterwards it was released and the payout was sent, which the backup does not know. */
    @Test
    void nobodyIsShownWhomToPayWhatWasSentMeanwhile() {
        try (var first = TestService.start(OFFERED, TestService.WITHOUT_WORK)) {
            Merchant paying;
            Merchant shop;
            String token;
            try (var before = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                paying = before.matching(before.merchant().funded("THB", 10_000_000), MatchFallback.OFF);
                shop = before.matching(before.merchant(), MatchFallback.OFF);
                paying.payout("offered", 20_000).expect(201);
                token = payin(shop);
                accept(before, token);
            }
            var backup = TestDatabase.copy(first.database());
            try (var later = first.on(first.database(), OFFERED, TestService.Work.RUNNING)) {
                later.asService("p2p_match", "UPDATE p2p_match SET offered_until = now()");
                var payin = shop.at(later.port())
                        .get("/v1/payins")
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id")
                        .asText();
                shop.at(later.port()).post("/v1/payins/" + payin + "/cancel").expect(200);
                await().atMost(SOON)
                        .until(() -> RestoredDatabaseTest.transfers(later).size() == 1);
            }
            try (var restored = first.on(backup, OFFERED, TestService.Work.RUNNING)) {
                await().atMost(SOON)
                        .until(() -> restored.count("SELECT count(*) FROM outward_case WHERE status = 'open'") == 1);
                await().atMost(SOON).until(() -> restored.tical().fence().openCases() == 1);
                assertThat(page(restored, "GET", token, "").statusCode()).isEqualTo(503);
            }
        }
    }
}
