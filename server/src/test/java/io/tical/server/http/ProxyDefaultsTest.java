package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes that nginx and HAProxy send to a service while nobody configured how, at each socket of a real service. */
class ProxyDefaultsTest {
    private static TestService service;
    private static Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Raw.Exchange send(int port, String request) throws IOException {
        return Raw.exchange(port, request);
    }

    static Stream<Integer> sockets() {
        var ports = service.tical().ports();
        return Stream.of(ports.api(), ports.pay(), ports.admin());
    }

    /** {@code option httpchk} of HAProxy up to 2.1, and of later ones. */
    @ParameterizedTest
    @MethodSource("sockets")
    void theChecksOfHaproxySucceed(int port) throws IOException {
        for (var headers : new String[] {"", "connection: close\r\n", "connection: close\r\ncontent-length: 0\r\n"}) {
            var exchange = send(port, "OPTIONS / HTTP/1.0\r\n" + headers + "\r\n");
            assertThat(exchange.closed()).isTrue();
            assertThat(exchange.only().status()).as(headers).isEqualTo(204);
        }
    }

    /** {@code proxy_pass http://tical_api;}, whose Host is the name of the upstream. */
    @Test
    void whatNginxForwardsIsAnswered() throws IOException {
        var port = service.tical().ports().api();
        var head = " HTTP/1.0\r\nHost: tical_api\r\nConnection: close\r\n";
        var client = "User-Agent: curl/8.5.0\r\nAccept: */*\r\nAuthorization: Bearer " + merchant.key() + "\r\n";

        var read = send(port, "GET /v1/me" + head + client + "\r\n");
        assertThat(read.closed()).isTrue();
        assertThat(read.only().status()).isEqualTo(200);

        var body = "{\"channel\":\"qrcode\",\"currency\":\"THB\",\"amount\":50000,\"order_ref\":\"nginx-1\"}";
        var made = send(
                port,
                "POST /v1/payins" + head + "Content-Length: " + body.length() + "\r\n" + client
                        + "Content-Type: application/json\r\nIdempotency-Key: nginx-1\r\n\r\n" + body);
        assertThat(made.closed()).isTrue();
        assertThat(made.only().status()).as(made.only().body()).isEqualTo(201);

        var page = send(
                service.tical().ports().pay(),
                "GET /pay/" + made.only().json().at("/data/pay_token").asText() + " HTTP/1.0\r\nHost: tical_pay\r\n"
                        + "Connection: close\r\nUser-Agent: Mozilla/5.0\r\nAccept: text/html\r\n"
                        + "Accept-Encoding: gzip, deflate, br\r\n\r\n");
        assertThat(page.closed()).isTrue();
        assertThat(page.only().status()).isEqualTo(200);
        assertThat(page.only().header("Transfer-Encoding")).isEmpty();

        var health = send(
                service.tical().ports().admin(),
                "GET /observe/health HTTP/1.0\r\nHost: tical_admin\r\nConnection: close\r\n\r\n");
        assertThat(health.only().status()).isEqualTo(200);
    }
}
