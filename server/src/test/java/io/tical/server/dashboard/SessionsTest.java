package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions over HTTP: how they begin, what they need, and every way they end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionsTest {
    private static final String NEW_KEY = "{\"environment\":\"test\",\"name\":\"till\"}";

    private TestService service;
    private Merchant merchant;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_TRUSTED_PROXIES", "127.0.0.1"), TestService.WITHOUT_WORK);
        merchant = service.merchant();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static Map<String, String> cookie(String token) {
        return Map.of("Cookie", "tical_session=" + token);
    }

    private DashboardClient nobody() {
        return new DashboardClient(service.port(), "nobody", "whatever it may be");
    }

    @Test
    void aSignInReturnsTheUserAndTheEndOfTheSession() {
        var owner = service.owner(merchant);
        var told = owner.signIn().expect(200);
        assertThat(told.word("username")).isEqualTo(owner.username());
        assertThat(told.word("role")).isEqualTo("owner");
        assertThat(told.word("organization_id"))
                .isEqualTo(merchant.organizationId().toString());
        assertThat(told.word("organization_name")).startsWith("Shop");
        assertThat(told.word("timezone")).isEqualTo("Asia/Bangkok");
        assertThat(told.word("default_currency")).isEqualTo("THB");
        assertThat(told.number("expires_at"))
                .isBetween(
                        Instant.now().plusSeconds(12 * 3600 - 60).getEpochSecond(),
                        Instant.now().plusSeconds(12 * 3600).getEpochSecond());
        assertThat(owner.get("/api/session").expect(200).data()).isEqualTo(told.data());
        assertThat(told.text()).doesNotContain(owner.token());
    }

    @Test
    void theCookieIsOutOfReachForScriptsAndOtherSites() {
        var owner = service.owner(merchant);
        assertThat(DashboardClient.setCookie(owner.signIn().expect(200)))
                .isEqualTo("tical_session=" + owner.token() + "; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
        assertThat(owner.token()).matches("[A-Za-z0-9_-]{43}");
        var overTls = owner.signIn(owner.password(), Map.of("X-Forwarded-Proto", "https"));
        assertThat(DashboardClient.setCookie(overTls)).endsWith("; HttpOnly; SameSite=Strict; Secure");
    }

    @Test
    void onlyATrustedProxyIsBelievedThatARequestCameOverTls() {
        try (var direct = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var owner = direct.owner(direct.merchant());
            var reply = owner.signIn(owner.password(), Map.of("X-Forwarded-Proto", "https"));
            assertThat(DashboardClient.setCookie(reply)).doesNotContain("Secure");
        }
    }

    @Test
    void theDatabaseHasNothingThatOpensASession() {
        var owner = service.owner(merchant);
        assertThat(rows(owner, "true")).isEqualTo(1);
        assertThat(service.count("SELECT count(*) FROM dashboard_session WHERE cast(dashboard_session AS text) LIKE '%"
                        + owner.token() + "%' OR token_hash = '" + owner.token() + "'"))
                .isZero();
    }

    @Test
    void everySignInMakesANewSessionAndEndsTheOneTheBrowserHad() {
        var owner = service.owner(merchant);
        var planted = owner.token();
        owner.signIn(owner.password(), cookie(planted)).expect(200);
        assertThat(owner.token()).isNotEqualTo(planted);
        owner.send("GET", "/api/session", cookie(planted), null).expect(401, "SESSION_REQUIRED");
        owner.get("/api/session").expect(200);
    }

    @Test
    void aTokenThatSomebodyMadeUpIsNeverTakenOver() {
        var owner = service.owner(merchant);
        var planted = "A".repeat(43);
        owner.signIn(owner.password(), cookie(planted)).expect(200);
        assertThat(owner.token()).isNotEqualTo(planted);
        owner.send("GET", "/api/session", cookie(planted), null).expect(401, "SESSION_REQUIRED");
    }

    @Test
    void twoBrowsersOfOneUserHaveASessionEach() {
        var one = service.owner(merchant);
        var other = new DashboardClient(service.port(), one.username(), one.password());
        other.signIn().expect(200);
        assertThat(other.csrfToken()).isNotEqualTo(one.csrfToken());
        one.get("/api/session").expect(200);
        other.delete("/api/session").expect(200);
        one.get("/api/session").expect(200);
    }

    @Test
    void aSessionThatWasSignedOutIsRefused() {
        var owner = service.owner(merchant);
        var out = owner.delete("/api/session").expect(200);
        assertThat(out.data()).isEmpty();
        assertThat(DashboardClient.setCookie(out))
                .isEqualTo("tical_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
        owner.get("/api/session").expect(401, "SESSION_REQUIRED");
        owner.post("/api/keys", NEW_KEY).expect(401, "SESSION_REQUIRED");
        owner.delete("/api/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void aSessionEndsAfterTwelveHoursHoweverBusyItIs() {
        var owner = service.owner(merchant);
        age(owner, "expires_at = now() - interval '1 second'");
        owner.get("/api/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void aSessionEndsAfterHalfAnHourWithoutUse() {
        var owner = service.owner(merchant);
        age(owner, "last_seen_at = now() - interval '29 minutes'");
        owner.get("/api/session").expect(200);
        age(owner, "last_seen_at = now() - interval '30 minutes'");
        owner.get("/api/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void usingASessionKeepsItAliveAndIsWrittenOnceAMinuteAtMost() {
        var owner = service.owner(merchant);
        age(owner, "last_seen_at = now() - interval '29 minutes'");
        owner.get("/api/session").expect(200);
        assertThat(rows(owner, "last_seen_at > now() - interval '10 seconds'")).isEqualTo(1);
        age(owner, "last_seen_at = now() - interval '50 seconds'");
        owner.get("/api/session").expect(200);
        assertThat(rows(owner, "last_seen_at < now() - interval '45 seconds'")).isEqualTo(1);
    }

    @Test
    void sessionsThatEndedByThemselvesAreForgotten() {
        var idle = service.owner(merchant);
        var old = service.owner(merchant);
        var alive = service.owner(merchant);
        age(idle, "last_seen_at = now() - interval '31 minutes'");
        age(old, "expires_at = now() - interval '1 second'");
        assertThat(service.tical().sessions().forget(1_000)).isGreaterThanOrEqualTo(2);
        assertThat(rows(idle, "true") + rows(old, "true")).isZero();
        alive.get("/api/session").expect(200);
    }

    @Test
    void aSessionHoldsOnEveryNode() {
        try (var other = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var owner = service.owner(merchant);
            owner.at(other.port()).get("/api/session").expect(200);
            owner.at(other.port()).delete("/api/session").expect(200);
            owner.get("/api/session").expect(401, "SESSION_REQUIRED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "tical_session", "tical_session=", "tical_session= ", "tical_session=;a=b"})
    void aCookieThatIsNoSessionOpensNothing(String cookie) {
        nobody().send("GET", "/api/session", Map.of("Cookie", cookie), null).expect(401, "SESSION_REQUIRED");
    }

    @Test
    void twoSessionCookiesAreRefused() {
        var owner = service.owner(merchant);
        var two = "tical_session=" + owner.token() + "; tical_session=" + owner.token();
        owner.send("GET", "/api/session", Map.of("Cookie", two), null).expect(401, "SESSION_REQUIRED");
        var beside = "theme=dark; tical_session=" + owner.token() + "; other=a=b";
        owner.send("GET", "/api/session", Map.of("Cookie", beside), null).expect(200);
    }

    @Test
    void noApiKeyOpensTheDashboardAndNoCookieOpensTheApi() {
        var owner = service.owner(merchant);
        var key = Map.of("Authorization", "Bearer " + merchant.key());
        owner.send("GET", "/api/session", key, null).expect(401, "SESSION_REQUIRED");
        owner.send("GET", "/api/keys", key, null).expect(401, "SESSION_REQUIRED");
        owner.send("GET", "/api/keys", Map.of("Authorization", "Bearer " + owner.token()), null)
                .expect(401, "SESSION_REQUIRED");
        owner.get("/v1/balance").expect(401, "API_KEY_MISSING");
        owner.send("GET", "/v1/balance", Map.of("Authorization", "Bearer " + owner.token()), null)
                .expect(401, "API_KEY_INVALID");
    }

    @Test
    void aChangeNeedsTheTokenOfItsOwnSession() {
        var owner = service.owner(merchant);
        var other = service.owner(merchant);
        for (var wrong : new String[] {"", "x", other.csrfToken(), owner.token(), owner.csrfToken() + "x"}) {
            var headers = Map.of("Cookie", "tical_session=" + owner.token(), "X-CSRF-Token", wrong);
            owner.send("POST", "/api/keys", headers, NEW_KEY).expect(403, "CSRF_TOKEN_INVALID");
        }
        owner.send("POST", "/api/keys", cookie(owner.token()), NEW_KEY).expect(403, "CSRF_TOKEN_INVALID");
        owner.send("PUT", "/api/ip-allowlist", cookie(owner.token()), "{\"entries\":[]}")
                .expect(403, "CSRF_TOKEN_INVALID");
        owner.send("DELETE", "/api/session", cookie(owner.token()), null).expect(403, "CSRF_TOKEN_INVALID");
        owner.post("/api/keys", NEW_KEY).expect(201);
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Origin,         https://evil.example",
        "Origin,         null",
        "Origin,         http://127.0.0.1",
        "Origin,         http://127.0.0.1.evil.example"
    })
    void aRequestOfAnotherSiteIsRefused(String header, String value) {
        var owner = service.owner(merchant);
        owner.signIn(owner.password(), Map.of(header, value)).expect(403, "CROSS_SITE_REFUSED");
        var headers =
                Map.of("Cookie", "tical_session=" + owner.token(), "X-CSRF-Token", owner.csrfToken(), header, value);
        owner.send("POST", "/api/keys", headers, NEW_KEY).expect(403, "CROSS_SITE_REFUSED");
    }

    @Test
    void aRequestOfTheOwnPagesIsAccepted() {
        var owner = service.owner(merchant);
        var origin = "http://127.0.0.1:" + service.port();
        owner.signIn(owner.password(), Map.of("Origin", origin)).expect(200);
        owner.signIn(owner.password(), Map.of("Origin", origin, "Sec-Fetch-Site", "same-origin"))
                .expect(200);
        for (var host :
                List.of("pay.example", "pay.example:443", "PAY.Example", "Pay.Example:443", "pay.example, inner")) {
            var proxied = Map.of("Origin", "https://pay.example", "X-Forwarded-Host", host);
            owner.signIn(owner.password(), proxied).expect(200);
        }
        for (var host : List.of("pay.example:80", "pay.example:8443", "pay.example.evil.example", "")) {
            var proxied = Map.of("Origin", "https://pay.example", "X-Forwarded-Host", host);
            owner.signIn(owner.password(), proxied).expect(403, "CROSS_SITE_REFUSED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
    void onlyJsonSignsIn(String type) {
        var owner = service.owner(merchant);
        owner.signIn(owner.password(), Map.of("Content-Type", type)).expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void everyPathAndMethodIsAnsweredInTheEnvelope() {
        var owner = service.owner(merchant);
        for (var path : new String[] {"/api", "/api/", "/api/nothing", "/api/keys/", "/api/session/x"}) {
            owner.get(path).expect(404, "ROUTE_NOT_FOUND");
        }
        assertThat(allow(owner.change("PUT", "/api/session", "{}"))).isEqualTo("DELETE, GET, POST");
        assertThat(allow(owner.change("PATCH", "/api/keys", "{}"))).isEqualTo("GET, POST");
        assertThat(allow(owner.change("OPTIONS", "/api/scopes", null))).isEqualTo("GET");
        var answer = owner.send("GET", "/api/session", Map.of("X-Request-Id", "mine"), null);
        assertThat(answer.json().at("/meta/request_id").asText()).isEqualTo("mine");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }

    private static String allow(Reply reply) {
        reply.expect(405, "METHOD_NOT_ALLOWED");
        return reply.headers().firstValue("Allow").orElse("");
    }

    private void age(DashboardClient client, String change) {
        service.asService(
                "dashboard_session",
                "UPDATE dashboard_session SET " + change + " WHERE token_hash = sha256('" + client.token() + "')");
    }

    private long rows(DashboardClient client, String condition) {
        return service.count("SELECT count(*) FROM dashboard_session WHERE token_hash = sha256('" + client.token()
                + "') AND " + condition);
    }
}
