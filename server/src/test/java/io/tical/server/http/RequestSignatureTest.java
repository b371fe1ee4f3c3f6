package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.access.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests signed as a merchant's own code would sign them, from the documentation alone. */
class RequestSignatureTest {
    private static final byte[] SECRET =
            "hs_kX9mQ2vL7pR4wT8yB1nC6zF3hJ5dG0sA_eU-iOqWxYk".getBytes(StandardCharsets.US_ASCII);
    private static final String AUTHORIZATION = "Authorization: Bearer sk_signed";
    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Database database;
    private static TestApi api;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        api = new TestApi(database);
        api.credentials.put("sk_signed", TestApi.credential(false, EnumSet.allOf(Scope.class), SECRET));
    }

    @AfterAll
    static void stop() {
        api.close();
        database.close();
    }

    private static String sign(String method, String target, String timestamp, String idempotencyKey, String body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
            var text = method + "\n" + target + "\n" + timestamp + "\n" + idempotencyKey + "\n" + body;
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String now() {
        return Long.toString(Instant.now().getEpochSecond());
    }

    private static void isRefused(Raw.Reply reply, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo(code);
    }

    private static Raw.Reply get(String target, String... headers) throws IOException {
        var all = new String[headers.length + 1];
        all[0] = AUTHORIZATION;
        System.arraycopy(headers, 0, all, 1, headers.length);
        return api.send("GET", target, "", all);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/echo",
                "/v1/echo?b=%20x&a=1%2f",
                "/v1/echo?b=%20x&a=1%2F",
                "/v1/echo?a=+1&&b=c",
                "/v1/echo/a%2Fb",
                "/v1/echo/%e0%b8%81?x=%e0%b8%81"
            })
    void theTargetIsSignedExactlyAsSent(String target) throws IOException {
        var now = now();
        var reply = get(target, "X-Signature-Timestamp: " + now, "X-Signature: " + sign("GET", target, now, "", ""));

        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.json().path("data").path("target").asText()).isEqualTo(target);
    }

    @Test
    void aDifferentSpellingOfTheSameTargetIsAnotherTarget() throws IOException {
        var now = now();
        var reply = get(
                "/v1/echo?a=1%2f",
                "X-Signature-Timestamp: " + now, "X-Signature: " + sign("GET", "/v1/echo?a=1%2F", now, "", ""));

        isRefused(reply, "SIGNATURE_INVALID");
    }

    @Test
    void aPostIsSignedWithItsIdempotencyKeyAndItsRawBody() throws IOException {
        var body = "{ \"text\" :\t\"\u00e0\u00b8\u0081\" }";
        var key = "key-" + KEYS.incrementAndGet();
        var now = now();
        String[] headers = {
            AUTHORIZATION,
            "Idempotency-Key: " + key,
            "Content-Type: application/json",
            "X-Signature-Timestamp: " + now,
            "X-Signature: " + sign("POST", "/v1/echo", now, key, body)
        };

        assertThat(api.send("POST", "/v1/echo", body, headers).status()).isEqualTo(201);

        isRefused(api.send("POST", "/v1/echo", body.replace("\t", " "), headers), "SIGNATURE_INVALID");
        headers[1] = "Idempotency-Key: other";
        isRefused(api.send("POST", "/v1/echo", body, headers), "SIGNATURE_INVALID");
    }

    @Test
    void aRetryWithAFreshTimestampIsAReplay() throws IOException {
        var body = "{\"text\":\"a\"}";
        var replies = new Raw.Reply[2];
        for (int time = 0; time < 2; time++) {
            var at = Long.toString(Instant.now().getEpochSecond() - 10 * time);
            replies[time] = api.send(
                    "POST",
                    "/v1/echo",
                    body,
                    AUTHORIZATION,
                    "Idempotency-Key: again",
                    "Content-Type: application/json",
                    "X-Signature-Timestamp: " + at,
                    "X-Signature: " + sign("POST", "/v1/echo", at, "again", body));
        }
        assertThat(replies[1].status()).isEqualTo(201);
        assertThat(replies[1].header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(replies[1].json().path("data")).isEqualTo(replies[0].json().path("data"));
    }

    @Test
    void aMissingHeaderIsNamed() throws IOException {
        var now = now();
        isRefused(get("/v1/echo"), "SIGNATURE_MISSING");
        isRefused(get("/v1/echo", "X-Signature-Timestamp: " + now), "SIGNATURE_MISSING");
        isRefused(
                get("/v1/echo", "X-Signature: " + sign("GET", "/v1/echo", now, "", "")), "SIGNATURE_TIMESTAMP_INVALID");
    }

    @ParameterizedTest
    @CsvSource({"-301", "301", "-1000000", "1000000000"})
    void aTimestampOutsideFiveMinutesIsRefused(long offset) throws IOException {
        var at = Long.toString(Instant.now().getEpochSecond() + offset + (offset > 0 ? 2 : -2));
        isRefused(
                get("/v1/echo", "X-Signature-Timestamp: " + at, "X-Signature: " + sign("GET", "/v1/echo", at, "", "")),
                "SIGNATURE_TIMESTAMP_INVALID");
    }

    @ParameterizedTest
    @ValueSource(longs = {-295, 295})
    void aTimestampWithinFiveMinutesPasses(long offset) throws IOException {
        var at = Long.toString(Instant.now().getEpochSecond() + offset);
        assertThat(get(
                                "/v1/echo",
                                "X-Signature-Timestamp: " + at,
                                "X-Signature: " + sign("GET", "/v1/echo", at, "", ""))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+%s",
                "0%s",
                "-%s",
                "%s.0",
                "%s000",
                "%se0",
                "0x%s",
                "%s ,%s",
                "%s;",
                "now",
                "99999999999999999999",
                ""
            })
    void aTimestampThatIsNotCanonicalIsRefused(String form) throws IOException {
        var at = form.replace("%s", now());
        isRefused(
                get("/v1/echo", "X-Signature-Timestamp: " + at, "X-Signature: " + sign("GET", "/v1/echo", at, "", "")),
                "SIGNATURE_TIMESTAMP_INVALID");
    }

    @Test
    void aDoubledHeaderIsRefused() throws IOException {
        var now = now();
        var timestamp = "X-Signature-Timestamp: " + now;
        var signature = "X-Signature: " + sign("GET", "/v1/echo", now, "", "");
        isRefused(get("/v1/echo", timestamp, signature, signature), "SIGNATURE_INVALID");
        isRefused(get("/v1/echo", timestamp, timestamp, signature), "SIGNATURE_INVALID");
        isRefused(get("/v1/echo", timestamp, signature, "X-Signature: " + "0".repeat(64)), "SIGNATURE_INVALID");
    }

    @Test
    void aDoubledIdempotencyKeyIsRefusedWhicheverOfThemWasSigned() throws IOException {
        var now = now();
        for (var signed : new String[] {"a", "b", "a,b", "a, b"}) {
            var reply = api.send(
                    "POST",
                    "/v1/echo",
                    "{}",
                    AUTHORIZATION,
                    "Idempotency-Key: a",
                    "Idempotency-Key: b",
                    "X-Signature-Timestamp: " + now,
                    "X-Signature: " + sign("POST", "/v1/echo", now, signed, "{}"));
            assertThat(reply.status()).isIn(400, 401);
        }
    }

    @Test
    void aDigestThatIsNotLowercaseHexIsRefused() throws IOException {
        var now = now();
        var digest = sign("GET", "/v1/echo", now, "", "");
        for (var wrong : new String[] {
            digest.toUpperCase(Locale.ROOT),
            "v1=" + digest,
            digest.substring(2),
            digest + "00",
            "g".repeat(64),
            "",
            "\"" + digest + "\""
        }) {
            isRefused(get("/v1/echo", "X-Signature-Timestamp: " + now, "X-Signature: " + wrong), "SIGNATURE_INVALID");
        }
    }

    @Test
    void theBearerKeyIsNotTheSigningSecret() throws IOException {
        var now = now();
        isRefused(
                get("/v1/echo", "X-Signature-Timestamp: " + now, "X-Signature: " + "0".repeat(64)),
                "SIGNATURE_INVALID");
        assertThat(api.send("GET", "/v1/echo", "", "X-Signature-Timestamp: " + now)
                        .code())
                .isEqualTo("API_KEY_MISSING");
    }

    @Test
    void aKeyWithoutSigningIgnoresTheHeaders() throws IOException {
        var reply = api.send("GET", "/v1/echo", "", "Authorization: Bearer " + TestApi.KEY, "X-Signature: nonsense");

        assertThat(reply.status()).isEqualTo(200);
    }
}
