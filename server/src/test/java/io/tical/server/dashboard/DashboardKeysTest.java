package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.secret.Hashes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** API keys and the allowlist, made and changed at the dashboard and used on the API. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardKeysTest {
    private TestService service;
    private Merchant merchant;
    private DashboardClient owner;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
        owner = service.owner(merchant);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private Merchant with(String key) {
        return new Merchant(service.port(), key, merchant.organizationId());
    }

    private JsonNode listed(String id) {
        for (var key : owner.get("/api/keys").expect(200).data()) {
            if (key.get("id").asText().equals(id)) {
                return key;
            }
        }
        throw new AssertionError("no key " + id);
    }

    @Test
    void aNewKeyMayDoEverythingInItsEnvironmentAtOnce() {
        for (var environment : new String[] {"test", "live"}) {
            var made = owner.post("/api/keys", "{\"environment\":\"%s\",\"name\":\" till \"}".formatted(environment))
                    .expect(201);
            assertThat(made.word("key")).startsWith("sk_" + environment + "_").startsWith(made.word("prefix"));
            assertThat(made.word("environment")).isEqualTo(environment);
            assertThat(made.word("name")).isEqualTo("till");
            assertThat(made.word("status")).isEqualTo("active");
            assertThat(made.data().get("scopes")).hasSize(Scope.values().length);
            assertThat(made.data().get("expires_at").isNull()).isTrue();
            var me = with(made.word("key")).get("/v1/me").expect(200);
            assertThat(me.data().get("livemode").asBoolean()).isEqualTo(environment.equals("live"));
            assertThat(me.word("organization_id"))
                    .isEqualTo(merchant.organizationId().toString());
        }
    }

    @Test
    void theListNeverShowsASecret() {
        var made = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"secret\"}")
                .expect(201);
        assertThat(owner.get("/api/keys").expect(200).text()).doesNotContain(made.word("key"));
        assertThat(listed(made.word("id")).has("key")).isFalse();
    }

    @Test
    void aKeyMayDoWhatItsScopesSayAndNoMore() {
        var made = owner.post("/api/keys", """
                {"environment":"test","name":"reader","scopes":["balance:read"]}""").expect(201);
        assertThat(made.data().get("scopes"))
                .singleElement()
                .extracting(JsonNode::asText)
                .isEqualTo("balance:read");
        with(made.word("key")).get("/v1/balance").expect(200);
        with(made.word("key")).get("/v1/payouts").expect(403, "SCOPE_MISSING");
    }

    @Test
    void aKeyEndsWhenItWasSaidTo() {
        var ends = Instant.now().plusSeconds(4).getEpochSecond();
        var made =
                owner.post("/api/keys", String.format(Locale.ROOT, """
                {"environment":"test","name":"short","expires_at":%d}""", ends)).expect(201);
        assertThat(made.number("expires_at")).isEqualTo(ends);
        var before = with(made.word("key")).get("/v1/me");
        // A busy machine may be late.
        if (Instant.now().getEpochSecond() < ends) {
            before.expect(200);
        }
        await().atMost(Duration.ofSeconds(90))
                .until(() -> with(made.word("key")).get("/v1/me").code().equals("API_KEY_REVOKED"));
        assertThat(listed(made.word("id")).get("status").asText()).isEqualTo("expired");
        owner.post("/api/keys/" + made.word("id") + "/regenerate").expect(409, "API_KEY_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aRegeneratedKeyTakesTheOldOnesPlace() {
        var old = owner.post("/api/keys", """
                {"environment":"live","name":"till","scopes":["balance:read","payouts:read"]}""").expect(201);
        var fresh = owner.post("/api/keys/" + old.word("id") + "/regenerate").expect(201);
        assertThat(fresh.word("key")).isNotEqualTo(old.word("key")).startsWith("sk_live_");
        assertThat(fresh.data().get("scopes")).isEqualTo(old.data().get("scopes"));
        assertThat(fresh.word("id")).isNotEqualTo(old.word("id"));
        with(old.word("key")).get("/v1/balance").expect(401, "API_KEY_REVOKED");
        with(fresh.word("key")).get("/v1/balance").expect(200);
        assertThat(listed(old.word("id")).get("status").asText()).isEqualTo("revoked");
        owner.post("/api/keys/" + old.word("id") + "/regenerate").expect(409, "API_KEY_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aRevokedKeyIsRefusedAtOnceAndStaysRevoked() {
        var made = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"gone\"}")
                .expect(201);
        with(made.word("key")).get("/v1/me").expect(200);
        var revoked = owner.delete("/api/keys/" + made.word("id")).expect(200);
        assertThat(revoked.word("status")).isEqualTo("revoked");
        assertThat(revoked.number("revoked_at")).isPositive();
        with(made.word("key")).get("/v1/me").expect(401, "API_KEY_REVOKED");
        assertThat(owner.delete("/api/keys/" + made.word("id")).expect(200).data())
                .isEqualTo(revoked.data());
        owner.post("/api/keys/" + made.word("id") + "/signing").expect(409, "API_KEY_STATUS_TRANSITION_INVALID");
    }

    @Test
    void signingIsTurnedOnInTwoSteps() {
        var made = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"signer\"}")
                .expect(201);
        assertThat(made.word("signing")).isEqualTo("off");
        var id = made.word("id");
        var signing = "/api/keys/" + id + "/signing";
        owner.post(signing + "/require", version(id)).expect(409, "SIGNING_MISSING");
        owner.post(signing + "/rotate", version(id)).expect(409, "SIGNING_MISSING");

        var first = owner.post(signing).expect(200).word("signing_secret");
        assertThat(first).matches("hs_[A-Za-z0-9_-]{43}");
        owner.post(signing).expect(409, "SIGNING_ENABLED");
        // The secret is known, and nothing is refused yet.
        assertThat(listed(id).get("signing").asText()).isEqualTo("optional");
        assertThat(listed(id).get("unsigned_requests").asLong()).isZero();
        with(made.word("key")).get("/v1/me").expect(200);
        with(made.word("key")).get("/v1/me").expect(200);
        assertThat(signed(made.word("key"), first)).isEqualTo(200);
        assertThat(signed(made.word("key"), "hs_wrong")).isEqualTo(401);
        assertThat(listed(id).get("unsigned_requests").asLong()).isEqualTo(2);
        assertThat(listed(id).get("last_unsigned_at").isNull()).isFalse();

        owner.post(signing + "/require", "{}").expect(400, "VALIDATION_FAILED");
        var seen = version(id);
        assertThat(owner.post(signing + "/require", seen).expect(200).word("signing"))
                .isEqualTo("required");
        owner.post(signing + "/require", seen).expect(409, "VERSION_CONFLICT");
        with(made.word("key")).get("/v1/me").expect(401, "SIGNATURE_MISSING");
        assertThat(signed(made.word("key"), first)).isEqualTo(200);

        // For a day both secrets are valid, so that systems switch one after the other.
        seen = version(id);
        var second = owner.post(signing + "/rotate", seen).expect(200).word("signing_secret");
        owner.post(signing + "/rotate", seen).expect(409, "VERSION_CONFLICT");
        assertThat(signed(made.word("key"), first)).isEqualTo(200);
        assertThat(signed(made.word("key"), second)).isEqualTo(200);
        assertThat(listed(id).get("previous_signing_secret_until").asLong()).isPositive();
        assertThat(owner.get("/api/keys").expect(200).text()).doesNotContain(first, second);

        owner.delete(signing).expect(400, "VALIDATION_FAILED");
        assertThat(owner.delete(signing + "?version="
                                + listed(id).get("version").asText())
                        .expect(200)
                        .word("signing"))
                .isEqualTo("off");
        with(made.word("key")).get("/v1/me").expect(200);
    }

    @Test
    void aKeyThatReplacesOneThatMustBeSignedMustBeSignedToo() {
        var old = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"signer\"}")
                .expect(201);
        var first = owner.post("/api/keys/" + old.word("id") + "/signing")
                .expect(200)
                .word("signing_secret");
        owner.post("/api/keys/" + old.word("id") + "/signing/require", version(old.word("id")))
                .expect(200);
        var anew = owner.post("/api/keys/" + old.word("id") + "/regenerate").expect(201);
        assertThat(anew.word("signing")).isEqualTo("required");
        assertThat(anew.word("signing_secret")).startsWith("hs_").isNotEqualTo(first);
        with(anew.word("key")).get("/v1/me").expect(401, "SIGNATURE_MISSING");
        assertThat(signed(anew.word("key"), first)).isEqualTo(401);
        assertThat(signed(anew.word("key"), anew.word("signing_secret"))).isEqualTo(200);
        assertThat(owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"plain\"}")
                        .expect(201)
                        .data()
                        .has("signing_secret"))
                .isFalse();
    }

    private String version(String id) {
        return "{\"version\":\"" + listed(id).get("version").asText() + "\"}";
    }

    /** The status of a request that is signed with this secret. */
    private int signed(String key, String secret) {
        var now = Long.toString(Instant.now().getEpochSecond());
        var text = ("GET\n/v1/me\n" + now + "\n\n").getBytes(StandardCharsets.UTF_8);
        var signature = HexFormat.of().formatHex(Hashes.hmac(secret.getBytes(StandardCharsets.UTF_8), text));
        return with(key)
                .send(
                        "GET",
                        "/v1/me",
                        Map.of(
                                "Authorization",
                                "Bearer " + key,
                                "X-Signature-Timestamp",
                                now,
                                "X-Signature",
                                signature),
                        null)
                .status();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{} | environment",
                "{\"environment\":\"prod\",\"name\":\"x\"} | environment",
                "{\"environment\":1,\"name\":\"x\"} | environment",
                "{\"environment\":\"test\"} | name",
                "{\"environment\":\"test\",\"name\":\" \"} | name",
                "{\"environment\":\"test\",\"name\":\"x\",\"scopes\":[]} | scopes",
                "{\"environment\":\"test\",\"name\":\"x\",\"scopes\":\"balance:read\"} | scopes",
                "{\"environment\":\"test\",\"name\":\"x\",\"scopes\":[\"balance:read\",\"all\"]} | scopes[1]",
                "{\"environment\":\"test\",\"name\":\"x\",\"scopes\":[7]} | scopes[0]",
                "{\"environment\":\"test\",\"name\":\"x\",\"expires_at\":1} | expires_at",
                "{\"environment\":\"test\",\"name\":\"x\",\"expires_at\":\"2030-01-01\"} | expires_at",
                "{\"environment\":\"test\",\"name\":\"x\",\"expires_at\":99999999999999} | expires_at",
            })
    void aKeyThatCannotBeIsRefusedByField(String body, String field) {
        var refused = owner.post("/api/keys", body).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
    }

    @Test
    void aBodyMustBeJson() {
        owner.post("/api/keys", "{").expect(400, "JSON_INVALID");
        owner.post("/api/keys", "[]").expect(400, "JSON_INVALID");
        owner.post("/api/keys").expect(400, "JSON_INVALID");
        owner.post("/api/keys", "{\"name\":\"" + "x".repeat(70_000) + "\"}").expect(413, "PAYLOAD_TOO_LARGE");
        var headers = Map.of(
                "Cookie",
                "tical_session=" + owner.token(),
                "X-CSRF-Token",
                owner.csrfToken(),
                "Content-Type",
                "text/plain");
        owner.send("POST", "/api/keys", headers, "{\"environment\":\"test\",\"name\":\"x\"}")
                .expect(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void everyScopeIsTold() {
        var scopes = owner.get("/api/scopes").expect(200).data();
        assertThat(scopes).hasSize(Scope.values().length).allSatisfy(scope -> {
            assertThat(Scope.of(scope.get("scope").asText())).isPresent();
            assertThat(scope.get("description").asText()).isNotBlank();
        });
    }

    @Test
    void theAllowlistTakesEffectAtOnce() {
        var shop = service.merchant();
        var boss = service.owner(shop);
        var before = boss.get("/api/ip-allowlist").expect(200);
        assertThat(before.data().get("entries").toString()).isEqualTo("[\"127.0.0.1\",\"::1\"]");
        assertThat(before.word("your_address")).isEqualTo("127.0.0.1");
        shop.get("/v1/me").expect(200);
        var narrowed = boss.replace("/api/ip-allowlist", "{\"entries\":[\"10.1.2.3/8\",\"2001:DB8::/32\"]}")
                .expect(200);
        assertThat(narrowed.data().get("entries").toString()).isEqualTo("[\"10.0.0.0/8\",\"2001:db8::/32\"]");
        shop.get("/v1/me").expect(403, "IP_NOT_ALLOWED");
        service.live(shop).get("/v1/me").expect(403, "IP_NOT_ALLOWED");
        boss.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\"]}").expect(200);
        shop.get("/v1/me").expect(200);
        boss.replace("/api/ip-allowlist", "{\"entries\":[]}").expect(200);
        shop.get("/v1/me").expect(403, "IP_NOT_ALLOWED");
    }

    @Test
    void nonsenseInTheAllowlistChangesNothing() {
        var shop = service.merchant();
        var boss = service.owner(shop);
        var refused = boss.replace("/api/ip-allowlist", """
                {"entries":["127.0.0.1","localhost","1.2.3","0x7f.1","10.0.0.0/33"]}""").expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors")).hasSize(4);
        assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("entries[1]");
        boss.replace("/api/ip-allowlist", "{}").expect(400, "VALIDATION_FAILED");
        boss.replace("/api/ip-allowlist", "{\"entries\":\"127.0.0.1\"}").expect(400, "VALIDATION_FAILED");
        boss.replace("/api/ip-allowlist", "{\"entries\":[null]}").expect(400, "VALIDATION_FAILED");
        var many = "\"10.0.0.1\",".repeat(100) + "\"10.0.0.1\"";
        boss.replace("/api/ip-allowlist", "{\"entries\":[" + many + "]}").expect(400, "VALIDATION_FAILED");
        shop.get("/v1/me").expect(200);
    }
}
