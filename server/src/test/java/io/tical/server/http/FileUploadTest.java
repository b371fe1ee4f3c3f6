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
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operations that take a file: the checks of every operation, in their order, around a form. */
class FileUploadTest {
    private static final byte[] SECRET =
            "hs_kX9mQ2vL7pR4wT8yB1nC6zF3hJ5dG0sA_eU-iOqWxYk".getBytes(StandardCharsets.US_ASCII);
    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Database database;
    private static TestApi api;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        api = new TestApi(database);
        api.credentials.put("sk_signed", TestApi.credential(false, EnumSet.allOf(Scope.class), SECRET));
        api.credentials.put("sk_reader", TestApi.credential(false, EnumSet.of(Scope.PAYINS_READ), null));
        api.credentials.put("sk_signed_reader", TestApi.credential(false, EnumSet.of(Scope.PAYINS_READ), SECRET));
    }

    @AfterAll
    static void stop() {
        api.close();
        database.close();
    }

    private static String form(String boundary, String field, String file) {
        return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"a\"\r\n\r\n"
                + file + "\r\n--" + boundary + "--\r\n";
    }

    private static Raw.Reply post(String key, String idempotencyKey, String boundary, String body, String... more)
            throws IOException {
        var headers = new String[3 + more.length];
        headers[0] = "Authorization: Bearer " + key;
        headers[1] = "Idempotency-Key: " + idempotencyKey;
        headers[2] = "Content-Type: multipart/form-data; boundary=" + boundary;
        System.arraycopy(more, 0, headers, 3, more.length);
        return api.send("POST", "/v1/file", body, headers);
    }

    private static String key() {
        return "file-" + KEYS.incrementAndGet();
    }

    private static String[] signed(String idempotencyKey, String body) {
        var now = Long.toString(Instant.now().getEpochSecond());
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
            var text = "POST\n/v1/file\n" + now + "\n" + idempotencyKey + "\n" + body;
            return new String[] {
                "X-Signature-Timestamp: " + now,
                "X-Signature: " + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1)))
            };
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theHandlerGetsTheFileAlone() throws IOException {
        var reply = post(TestApi.KEY, key(), "xyz", form("xyz", "file", "the bytes"));

        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.json().at("/data/body").asText()).isEqualTo("the bytes");
    }

    @Test
    void aSignatureCoversTheFormAsItWasSent() throws IOException {
        var key = key();
        var body = form("xyz", "file", "the bytes");

        assertThat(post("sk_signed", key, "xyz", body, signed(key, body)).status())
                .isEqualTo(201);

        var changed = form("xyz", "file", "other bytes");
        assertThat(post("sk_signed", key(), "xyz", changed, signed(key, body)).code())
                .isEqualTo("SIGNATURE_INVALID");
        assertThat(post("sk_signed", key(), "xyz", body).code()).isEqualTo("SIGNATURE_MISSING");
    }

    @Test
    void theSameFileInAnotherFormIsTheSameRequest() throws IOException {
        var key = key();
        var first = post(TestApi.KEY, key, "one", form("one", "file", "same"));
        assertThat(first.status()).isEqualTo(201);

        var replay = post(TestApi.KEY, key, "two", form("two", "file", "same"));
        assertThat(replay.json().path("data")).isEqualTo(first.json().path("data"));

        assertThat(post(TestApi.KEY, key, "two", form("two", "file", "other")).code())
                .isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(post(TestApi.KEY, key, "two", form("two", "other", "same")).code())
                .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void theScopeComesBeforeTheFile() throws IOException {
        assertThat(post("sk_reader", key(), "xyz", "no form").code()).isEqualTo("SCOPE_MISSING");
        var key = key();
        assertThat(post("sk_signed_reader", key, "xyz", "no form", signed(key, "no form"))
                        .code())
                .isEqualTo("SCOPE_MISSING");
        assertThat(post("sk_signed_reader", key, "xyz", "no form").code()).isEqualTo("SIGNATURE_MISSING");
    }

    @Test
    void aFileLargerThanTheOperationTakesIs413() throws IOException {
        assertThat(post(TestApi.KEY, key(), "xyz", form("xyz", "file", "a".repeat(1001)))
                        .code())
                .isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(post(TestApi.KEY, key(), "xyz", form("xyz", "file", "a".repeat(1000)))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void otherMethodsAndBodiesAreAnsweredAsEverywhere() throws IOException {
        var headers = new String[] {"Authorization: Bearer " + TestApi.KEY, "Idempotency-Key: " + key()};
        assertThat(api.send("POST", "/v1/file", "{}", headers).code()).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
        assertThat(api.send("GET", "/v1/file", "", headers).code()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(api.send("POST", "/v1/file", "{}", "Authorization: Bearer " + TestApi.KEY)
                        .code())
                .isEqualTo("IDEMPOTENCY_KEY_REQUIRED");
    }
}
