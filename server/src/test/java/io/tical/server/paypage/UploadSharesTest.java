package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.slip.SlipFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Slow senders over real connections from many addresses of loopback: whoever they are, others find a place. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UploadSharesTest {
    private TestService service;
    private Merchant merchant;
    private final List<Socket> open = new ArrayList<>();

    @BeforeAll
    void start() {
        // Without limits on rates: the places are shared out whatever these are.
        service = TestService.start(Map.of());
        merchant = service.merchant();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @AfterEach
    void hangUp() throws IOException {
        for (var socket : open) {
            socket.close();
        }
        open.clear();
    }

    private String token(Merchant of) {
        return of.payin("order-" + Ids.next(), 50_000).expect(201).word("pay_token");
    }

    /** Sends the head of an upload and one byte of its body. */
    private void begin(int port, String path, String headers, int from) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName("127.0.0." + from), 0);
        open.add(socket);
        send(socket, head(path, headers, 5_000) + "-");
    }

    /** Waits until so many uploads were answered. */
    private void awaitAnswers(int count) {
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> answered().size() >= count);
    }

    /** On a slow machine, some of those with a place have been silent for too long already. */
    private void othersAreRefused(int places) throws IOException {
        var answers = new ArrayList<Integer>();
        for (var socket : answered()) {
            answers.add(answer(socket));
        }
        assertThat(answers).containsAnyOf(429).isSubsetOf(429, 408);
        assertThat(answers).filteredOn(status -> status == 408).hasSizeLessThanOrEqualTo(places);
    }

    private List<Socket> answered() {
        return open.stream().filter(UploadSharesTest::isAnswered).toList();
    }

    private static boolean isAnswered(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String head(String path, String headers, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\n" + headers
                + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static int answer(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        var line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        return Integer.parseInt(line.substring(9));
    }

    private int payPort() {
        return service.tical().ports().pay();
    }

    private static String slipOf(String token) {
        return "/pay-api/v1/pay/" + token + "/slip";
    }

    /** A whole slip at once. */
    private int upload(String token, int from) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), payPort(), InetAddress.getByName("127.0.0." + from), 0)) {
            var form = Merchant.form("b", "slip", SlipFiles.any());
            send(socket, head(slipOf(token), "Connection: close\r\n", form.length));
            socket.getOutputStream().write(form);
            return answer(socket);
        }
    }

    @Test
    void seventeenAddressesWithOneTokenTakeTwoPlaces() throws IOException {
        var flooded = token(merchant);
        for (int address = 2; address <= 18; address++) {
            for (int i = 0; i < 8; i++) {
                begin(payPort(), slipOf(flooded), "", address);
            }
        }
        awaitAnswers(17 * 8 - 2);
        othersAreRefused(2);
        for (int i = 0; i < 5; i++) {
            assertThat(upload(token(merchant), 2 + i)).isEqualTo(200);
        }
    }

    @Test
    void aReleasedPlaceIsFree() throws IOException {
        var token = token(merchant);
        for (int i = 0; i < 3; i++) {
            begin(payPort(), slipOf(token), "", 2);
        }
        // Two have the places of the token, and none is free.
        awaitAnswers(1);
        assertThat(answer(answered().getFirst())).isEqualTo(429);
        hangUp();
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> upload(token, 3) == 200);
        assertThat(upload(token(merchant), 2)).isEqualTo(200);
    }

    @Test
    void anUnknownTokenAndAPayinThatIsOverGetNoPlace() throws IOException {
        var over = merchant.payin("over-" + Ids.next(), 50_000).expect(201);
        merchant.post("/v1/payins/" + over.word("id") + "/cancel").expect(200);
        begin(payPort(), slipOf("0".repeat(32)), "", 2);
        assertThat(answer(open.getLast())).isEqualTo(404);
        begin(payPort(), slipOf(over.word("pay_token")), "", 2);
        assertThat(answer(open.getLast())).isEqualTo(409);
    }

    private String credentials(Merchant of, String idempotencyKey) {
        return "Authorization: Bearer " + of.key() + "\r\nIdempotency-Key: " + idempotencyKey + "\r\n";
    }

    private static String slipApi(String id) {
        return "/v1/payins/" + id + "/slip";
    }

    @Test
    void soGetNoneOverTheApi() throws IOException {
        var over = merchant.payin("over-" + Ids.next(), 50_000).expect(201).word("id");
        merchant.post("/v1/payins/" + over + "/cancel").expect(200);
        begin(service.port(), slipApi(Ids.next().toString()), credentials(merchant, "a"), 1);
        assertThat(answer(open.getLast())).isEqualTo(404);
        begin(service.port(), slipApi(over), credentials(merchant, "b"), 1);
        assertThat(answer(open.getLast())).isEqualTo(409);
    }

    @Test
    void aReplayIsAnsweredThoughItsPayinTakesNoMore() {
        var payin = merchant.payin("replay-" + Ids.next(), 50_000).expect(201).word("id");
        var file = SlipFiles.any();
        merchant.slip(payin, file, "once-" + payin).expect(200);
        merchant.post("/v1/payins/" + payin + "/test-confirm");
        assertThat(merchant.slip(payin, file, "once-" + payin)
                        .expect(200)
                        .headers()
                        .firstValue("Idempotent-Replayed"))
                .isPresent();
        merchant.slip(payin, file, "another-" + payin).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void oneMerchantDoesNotTakeEveryPlaceOfTheApi() throws IOException {
        var greedy = service.merchant();
        service.tical().allowlist().replace(greedy.organizationId(), List.of("127.0.0.0/8"));
        var payin = greedy.payin("order", 50_000).expect(201).word("id");
        for (int i = 0; i < 140; i++) {
            begin(service.port(), slipApi(payin), credentials(greedy, "k" + i), 2 + i % 20);
        }
        awaitAnswers(140 - 64);
        othersAreRefused(64);
        var other = service.merchant();
        other.slip(other.payin("order", 50_000).expect(201).word("id"), SlipFiles.any())
                .expect(200);
    }
}
