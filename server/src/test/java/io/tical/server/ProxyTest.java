package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tical.server.merchant.ApiKeys;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The configurations of proxies that are shipped, with the programs themselves; skipped where those are not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProxyTest {
    private static final String API = "api.example.com";
    private static final String PAY = "pay.example.com";
    /** From where the merchant's keys may be used. */
    private static final int ALLOWED = 5;

    private final Map<Proxy.Program, Proxy> proxies = new EnumMap<>(Proxy.Program.class);
    private TestService service;
    private Merchant merchant;
    private String signedKey;
    private String secret;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        service = TestService.start(Map.of("TICAL_TRUSTED_PROXIES", "127.0.0.1"));
        merchant = service.merchant();
        var keys = service.tical().apiKeys();
        var created = keys.create(merchant.organizationId(), ApiKeys.NewKey.full(false, "signed"));
        signedKey = created.secret();
        secret = keys.enableSigning(merchant.organizationId(), created.key().id());
        service.tical().allowlist().replace(merchant.organizationId(), List.of("127.0.0." + ALLOWED, "127.0.0.1"));
        for (var program : Proxy.Program.values()) {
            var executable = program.installed();
            if (executable != null) {
                var own = Files.createDirectories(folder.resolve(program.name()));
                var ports = service.tical().ports();
                proxies.put(program, Proxy.start(program, executable, own, ports.api(), ports.pay()));
            }
        }
    }

    @AfterAll
    void stop() throws Exception {
        for (var proxy : proxies.values()) {
            proxy.close();
        }
        service.close();
    }

    private Proxy proxy(Proxy.Program program) {
        assumeTrue(proxies.containsKey(program), program + " is not installed");
        return proxies.get(program);
    }

    @ParameterizedTest
    @EnumSource
    void signed_targets_arrive_byte_for_byte(Proxy.Program program) throws Exception {
        for (var target : List.of(
                "/v1/payouts?q=%2f..//a",
                "/v1/payouts?q=%7e~&order_ref=a%2Fb",
                "/v1/payouts?q=a+b%20c",
                "/v1//payouts",
                "/v1/payouts/%2e%2e/me",
                "/v1/payouts/a%2Fb",
                "/v1/payouts/")) {
            var answer = proxy(program)
                    .exchange(ALLOWED, request("GET", API, target, signed("GET", target, "", ""), new byte[0]));

            assertThat(answer).as(target).startsWith("HTTP/1.1 ").doesNotContain("SIGNATURE_INVALID", "<html>");
            if (target.contains("?")) {
                assertThat(answer).as(target).startsWith("HTTP/1.1 200");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_signed_body_arrives_byte_for_byte(Proxy.Program program) throws Exception {
        var body = "{ \"currency\":\t\"THB\",\r\n \"amount_minor\": 100 }";
        var headers = new ArrayList<>(signed("POST", "/v1/sandbox/top-up", "proxy-" + program, body));
        headers.addAll(List.of("Idempotency-Key: proxy-" + program, "Content-Type: application/json"));

        assertThat(proxy(program).exchange(ALLOWED, request("POST", API, "/v1/sandbox/top-up", headers, ascii(body))))
                .startsWith("HTTP/1.1 201");
    }

    @ParameterizedTest
    @EnumSource
    void the_source_address_is_the_connections_whatever_the_client_claims(Proxy.Program program) throws Exception {
        var forgedByStranger =
                List.of("Authorization: Bearer " + merchant.key(), "X-Forwarded-For: 127.0.0." + ALLOWED);
        assertThat(proxy(program).exchange(6, request("GET", API, "/v1/me", forgedByStranger, new byte[0])))
                .startsWith("HTTP/1.1 403")
                .contains("IP_NOT_ALLOWED");

        var forgedByMerchant = List.of("Authorization: Bearer " + merchant.key(), "X-Forwarded-For: 127.0.0.6");
        assertThat(proxy(program).exchange(ALLOWED, request("GET", API, "/v1/me", forgedByMerchant, new byte[0])))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @EnumSource
    void a_payer_uploads_a_slip(Proxy.Program program) throws Exception {
        var payin = merchant.post(
                        "/v1/payins", "{\"order_ref\":\"%s\",\"amount\":50000,\"currency\":\"THB\"}".formatted(program))
                .expect(201);
        var token = payin.data().get("pay_token").textValue();

        var slip = "/pay-api/v1/pay/" + token + "/slip";
        // What is no picture is refused by the service; what is too large, by the proxy.
        assertThat(proxy(program).exchange(7, form(slip, new byte[10_000_000]))).contains("UNSUPPORTED_MEDIA_TYPE");
        assertThat(proxy(program).exchange(7, form(slip, new byte[12_000_000]))).startsWith("HTTP/1.1 413");
        assertThat(proxy(program).exchange(7, form(slip, picture()))).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @EnumSource
    void a_large_body_that_is_no_slip_is_refused(Proxy.Program program) throws Exception {
        var body = ascii("{\"a\":\"" + "a".repeat(66_000) + "\"}");

        assertThat(proxy(program).exchange(7, request("POST", API, "/api/session", List.of(), body)))
                .startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @EnumSource
    void a_header_and_a_body_that_do_not_come_are_cut(Proxy.Program program) throws Exception {
        for (var unfinished : List.of(
                "GET /v1/me HTTP/1.1\r\nHost: " + API + "\r\nX-Unfinished: ",
                "POST /api/session HTTP/1.1\r\nHost: " + API
                        + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")) {
            var begin = System.nanoTime();

            var answer = proxy(program).exchange(7, ascii(unfinished));

            assertThat(answer)
                    .satisfiesAnyOf(
                            closed -> assertThat(closed).isEmpty(),
                            said -> assertThat(said).startsWith("HTTP/1.1 408"));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        }
    }

    private List<String> signed(String method, String target, String idempotencyKey, String body)
            throws GeneralSecurityException {
        var now = Long.toString(Instant.now().getEpochSecond());
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(ascii(secret), "HmacSHA256"));
        var text = String.join("\n", method, target, now, idempotencyKey, body);
        return List.of(
                "Authorization: Bearer " + signedKey,
                "X-Signature-Timestamp: " + now,
                "X-Signature: " + HexFormat.of().formatHex(mac.doFinal(ascii(text))));
    }

    private static byte[] request(String method, String host, String target, List<String> headers, byte[] body) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ascii(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"));
        headers.forEach(header -> bytes.writeBytes(ascii(header + "\r\n")));
        if (!method.equals("GET")) {
            bytes.writeBytes(ascii("Content-Length: " + body.length + "\r\n"));
        }
        bytes.writeBytes(ascii("\r\n"));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static byte[] form(String target, byte[] file) {
        var form = new ByteArrayOutputStream();
        form.writeBytes(ascii("--x\r\nContent-Disposition: form-data; name=\"slip\"; filename=\"slip\"\r\n\r\n"));
        form.writeBytes(file);
        form.writeBytes(ascii("\r\n--x--\r\n"));
        return request(
                "POST", PAY, target, List.of("Content-Type: multipart/form-data; boundary=x"), form.toByteArray());
    }

    private static byte[] picture() throws IOException {
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(320, 240, BufferedImage.TYPE_3BYTE_BGR), "jpg", bytes);
        return bytes.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
