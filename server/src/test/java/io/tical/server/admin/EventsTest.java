package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real streams at the admin socket. */
class EventsTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        try (var closing = service) {
            closing.requireCleanAudit();
        }
    }

    private static String payout(String reference) {
        return service.merchant()
                .funded("THB", 1_000_000)
                .payout(reference, 40_000)
                .expect(201)
                .word("id");
    }

    private static void move(String payoutId, String status) {
        service.asService(
                "payout",
                "UPDATE payout SET status = '" + status + "', version = version + 1 WHERE payout_id = '" + payoutId
                        + "'");
    }

    @Test
    void anOperatorHearsOfChangesAndResumes() throws Exception {
        var operator = service.operator(Operator.Role.SUPPORT);
        var payout = payout("heard");
        String seen;
        try (var stream = new EventLines(service, operator, null)) {
            assertThat(stream.until("data: "))
                    .contains("HTTP/1.1 200 OK")
                    .anyMatch(line -> line.equalsIgnoreCase("Content-Type: text/event-stream"))
                    .contains("event: queues");

            move(payout, "in_review");
            stream.until("\"id\":\"" + payout + "\",\"version\":2,\"status\":\"in_review\"");
            stream.until("\"queue\":\"payouts_in_review\",\"type\":\"payout\",\"count\":1,");
            seen = stream.id();
        }
        move(payout, "processing");
        try (var stream = new EventLines(service, operator, seen)) {
            var missed = stream.until("\"queue\":\"payouts_in_review\",\"type\":\"payout\",\"count\":0,");
            assertThat(missed)
                    .anyMatch(
                            line -> line.contains("\"id\":\"" + payout + "\",\"version\":3,\"status\":\"processing\""))
                    .doesNotContain("event: reset");
        }
        try (var stream = new EventLines(service, operator, "elsewhere-1")) {
            assertThat(stream.until("event: queues")).contains("event: reset");
        }
    }

    @Test
    void aStreamOfOneEnvironmentSaysNothingOfTheOther() throws Exception {
        var operator = service.operator(Operator.Role.SUPPORT);
        var payout = payout("of test");
        try (var both = new EventLines(service, operator, null);
                var live = new EventLines(service, operator, "?livemode=true", null);
                var test = new EventLines(service, operator, "?livemode=false", null)) {
            both.until("event: queues");
            test.until("event: queues");
            live.until("event: queues");
            move(payout, "pending_review");
            both.until("\"id\":\"" + payout + "\"");
            test.until("\"id\":\"" + payout + "\"");
            test.until("\"queue\":\"payouts_pending_review\",\"type\":\"payout\",\"count\":1,");
            assertThat(live.until("\"queue\":\"payouts_pending_review\",\"type\":\"payout\",\"count\":0,"))
                    .noneMatch(line -> line.contains(payout));
        }
        move(payout, "processing");
    }

    @Test
    void anObjectIsFollowedAfterItLeftItsQueue() throws Exception {
        var operator = service.operator(Operator.Role.SUPPORT);
        var payout = payout("followed");
        try (var stream = new EventLines(service, operator, null)) {
            stream.until("event: queues");
            move(payout, "in_review");
            stream.until("\"id\":\"" + payout + "\",\"version\":2");
            move(payout, "processing");
            stream.until("\"id\":\"" + payout + "\",\"version\":3");
            move(payout, "failed");
            stream.until("\"id\":\"" + payout + "\",\"version\":4,\"status\":\"failed\"");
        }
        move(payout, "processing");
    }

    @Test
    void aStreamIsNeverSilentForLongerThanSomeSeconds() throws Exception {
        var operator = service.operator(Operator.Role.SUPPORT);
        try (var stream = new EventLines(service, operator, null)) {
            stream.until("event: queues");
            stream.until("data: ");
            var before = System.nanoTime();
            stream.until(":");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(25));
        }
    }

    @Test
    void anAccountThatWasDecidedLeavesItsQueueWithItsNewStatus() throws Exception {
        var finance = service.operator(Operator.Role.FINANCE);
        var live = service.live(service.merchant());
        var body = "{\"bank_code\":\"KBANK\",\"account_no\":\"%s\",\"holder_name\":\"Shop Ltd.\"}";
        var own = live.post("/v1/organizations/accounts", body.formatted("0110000001"))
                .expect(201)
                .word("id");
        var removed = live.post("/v1/organizations/accounts", body.formatted("0110000002"))
                .expect(201)
                .word("id");
        var customer = live.post("/v1/customers", body.formatted("0110000003"))
                .expect(201)
                .word("id");
        live.post("/v1/customers/" + customer + "/verify").expect(202);
        var item = "\"id\":\"%s\",\"version\":null,\"status\":\"%s\"";
        try (var stream = new EventLines(service, finance, null)) {
            // The watch may have begun before the accounts were made.
            stream.until("\"queue\":\"customers_pending\",\"type\":\"customer\",\"count\":1,");
            finance.post("/admin/v1/organization-accounts/" + own + "/verify", "{}")
                    .expect(200);
            stream.until(item.formatted(own, "verified"));
            finance.post("/admin/v1/customers/" + customer + "/refuse", "{}").expect(200);
            stream.until(item.formatted(customer, "refused"));
            live.send("DELETE", "/v1/organizations/accounts/" + removed, Map.of(), null)
                    .expect(200);
            stream.until(item.formatted(removed, "removed"));
        }
    }

    @Test
    void theStreamEndsWithTheSession() throws Exception {
        var operator = service.operator(Operator.Role.FINANCE);
        try (var stream = new EventLines(service, operator, null)) {
            stream.until("event: queues");
            operator.delete("/admin/v1/session").expect(200);
            // The end of the chunked response.
            for (var line = stream.reader().readLine();
                    !line.equals("0");
                    line = stream.reader().readLine()) {
                assertThat(line).isNotNull();
            }
        }
        operator.get("/admin/v1/events").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void twoHundredListenersHearOfAChangeWhileOneDoesNotRead() throws Exception {
        var payout = payout("heard by all");
        var operators = new ArrayList<OperatorClient>();
        for (int number = 0; number < 11; number++) {
            operators.add(service.operator(Operator.Role.SUPPORT));
        }
        var streams = new ArrayList<EventLines>();
        try (var lazy = new EventLines(service, operators.getFirst(), null)) {
            assertThat(lazy.socket().isConnected()).isTrue();
            for (int number = 0; number < 200; number++) {
                var stream = new EventLines(service, operators.get(1 + number % 10), null);
                streams.add(stream);
                // One after the other: of many at the same moment from one network, some are refused.
                stream.until("event: queues");
            }
            move(payout, "pending_review");
            for (var stream : streams) {
                stream.until("\"id\":\"" + payout + "\",\"version\":2,\"status\":\"pending_review\"");
            }
            move(payout, "processing");
            for (var stream : streams) {
                stream.until("\"id\":\"" + payout + "\",\"version\":3,\"status\":\"processing\"");
            }
        } finally {
            for (var stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void aNodeThatStopsEndsItsStreams() throws Exception {
        var operator = service.operator(Operator.Role.SUPPORT);
        var node = service.node(Map.of(), TestService.WITHOUT_WORK);
        var port = node.tical().ports().admin();
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
            socket.getOutputStream()
                    .write(("GET /admin/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + operator.token()
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (var line = reader.readLine(); !line.equals("event: queues"); line = reader.readLine()) {
                assertThat(line).isNotNull();
            }
            node.close();
            var lines = new ArrayList<String>();
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
            // Ended and not cut off.
            assertThat(lines).contains("0");
        }
    }
}
