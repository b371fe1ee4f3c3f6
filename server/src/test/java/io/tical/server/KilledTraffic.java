package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.bench.ServiceProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Two merchants, and what they ask of a service that is killed: the first one pays out, and each sends money to the other one.
 *
 * @param sent transfers of the first merchant
 * @param returned transfers of its partner
 */
record KilledTraffic(
        Merchant demo, Merchant partner, NamedRequests payouts, NamedRequests sent, NamedRequests returned) {
    private static final int CLIENTS = 32;
    private static final int PAUSE_MS = 400;
    /** Before the kill nobody pauses, so that it meets requests in every phase. */
    private static final int RUSH_MS = 100;

    private static final long FUNDS = 100_000_000;
    private static final int AMOUNT = 100;
    private static final long SENT = 7;
    private static final long RETURNED = 5;
    private static final String PAYOUTS = "/v1/payouts";
    private static final String TRANSFERS = "/v1/organization-transfers";

    static KilledTraffic first(ServiceProcess service) throws Exception {
        var demo = new Merchant(
                        service.port(),
                        service.credential("test_key"),
                        UUID.fromString(service.credential("organization_id")))
                .funded("THB", FUNDS);
        var operators = operator(service, "admin");
        var organization = operators
                .post("/admin/v1/organizations", "{\"name\":\"Partner\"}")
                .expect(201);
        var partner = partner(service, operators, operator(service, "admin2"), organization.word("id"))
                .funded("THB", FUNDS);
        return new KilledTraffic(
                demo,
                partner,
                new NamedRequests(PAYOUTS, "killed-", demo.payoutBody("%s", AMOUNT)),
                transfers("sent-", organization.word("code"), SENT),
                transfers("returned-", service.credential("organization_code"), RETURNED));
    }

    private static OperatorClient operator(ServiceProcess service, String username) throws IOException {
        for (var operator : credentials(service).get("operators")) {
            if (operator.get("username").asText().equals(username)) {
                var client = new OperatorClient(
                        service.adminPort(), username, operator.get("password").asText());
                client.signIn().expect(200);
                return client;
            }
        }
        throw new AssertionError("no " + username);
    }

    private static Merchant partner(
            ServiceProcess service, OperatorClient operators, OperatorClient second, String id) {
        var owner = new DashboardClient(service.port(), "partner", "the password of partner");
        var approval = operators
                .post("/admin/v1/organizations/" + id + "/users", """
                        {"username":"%s","password":"%s","role":"owner","note":"its first owner"}""".formatted(owner.username(), owner.password()))
                .expect(202)
                .word("id");
        second.post("/admin/v1/approvals/" + approval + "/approve").expect(200);
        owner.signIn().expect(200);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\"]}").expect(200);
        var key = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"partner\"}")
                .expect(201);
        return new Merchant(service.port(), key.word("key"), UUID.fromString(id));
    }

    private static NamedRequests transfers(String prefix, String target, long amount) {
        return new NamedRequests(TRANSFERS, prefix, String.format(Locale.ROOT, """
                {"target_code":"%s","currency_code":"THB","amount":%d,"merchant_ref_id":"%%s"}""", target, amount));
    }

    KilledTraffic at(int port) {
        return new KilledTraffic(demo.at(port), partner.at(port), payouts, sent, returned);
    }

    private void send(int client) {
        switch (client % 4) {
            case 0 -> sent.send(demo);
            case 1 -> returned.send(partner);
            default -> payouts.send(demo);
        }
    }

    void retry() {
        payouts.retry(demo);
        sent.retry(demo);
        returned.retry(partner);
    }

    /**
     * Sends from many clients, with pauses first and without them at the end, kills the service in the midst of them, and notes
     * what had no answer.
     */
    void load(ServiceProcess service, int killAfterMillis) throws Exception {
        var stop = new AtomicBoolean();
        var rush = new CountDownLatch(1);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < CLIENTS; i++) {
                var client = i;
                running.add(clients.submit(() -> {
                    while (!stop.get()) {
                        send(client);
                        rush.await(PAUSE_MS, TimeUnit.MILLISECONDS);
                    }
                    return client;
                }));
            }
            // Not a wait for something to become true: the moment of the kill is what varies.
            Thread.sleep(killAfterMillis - RUSH_MS);
            rush.countDown();
            Thread.sleep(RUSH_MS);
            service.kill();
            stop.set(true);
            for (var client : running) {
                client.get();
            }
        }
    }

    /** Every request created one object; each transfer has both sides, and each balance is what they make of it. */
    void requireComplete(int requestsMin, String seed) {
        for (var requests : List.of(payouts, sent, returned)) {
            assertThat(requests.acknowledged().size())
                    .as(seed)
                    .isGreaterThan(requestsMin)
                    .isEqualTo(requests.sent());
        }
        assertThat(ids(demo, PAYOUTS, "order_ref")).as(seed).containsExactlyInAnyOrderEntriesOf(payouts.acknowledged());
        requireBothSides(demo, partner, sent, seed);
        requireBothSides(partner, demo, returned, seed);
        var moved = SENT * sent.sent() - RETURNED * returned.sent();
        assertThat(demo.available()).as(seed).isEqualTo(FUNDS - moved - AMOUNT * payouts.sent());
        assertThat(partner.available()).as(seed).isEqualTo(FUNDS + moved);
    }

    private static void requireBothSides(Merchant from, Merchant to, NamedRequests requests, String seed) {
        var acknowledged = requests.acknowledged();
        assertThat(ids(from, TRANSFERS + "?direction=outgoing", "merchant_ref_id"))
                .as(seed)
                .containsExactlyInAnyOrderEntriesOf(acknowledged);
        assertThat(ids(to, TRANSFERS + "?direction=incoming", "id").keySet())
                .as(seed)
                .containsExactlyInAnyOrderElementsOf(acknowledged.values());
    }

    /** The ids in a list, by this field. */
    private static Map<String, String> ids(Merchant merchant, String list, String field) {
        var ids = new HashMap<String, String>();
        every(
                merchant,
                list,
                item -> assertThat(
                                ids.put(item.get(field).asText(), item.get("id").asText()))
                        .isNull());
        return ids;
    }

    /** The payouts that have not arrived, with their states. */
    Map<String, String> unfinishedPayouts() {
        var unfinished = new HashMap<String, String>();
        every(demo, PAYOUTS, payout -> {
            var status = payout.get("status").asText();
            if (!status.equals("success")) {
                unfinished.put(payout.get("id").asText(), status);
            }
        });
        return unfinished;
    }

    private static void every(Merchant merchant, String list, Consumer<JsonNode> each) {
        var pages = list + (list.contains("?") ? "&" : "?") + "limit=100";
        var path = pages;
        while (!path.isEmpty()) {
            var page = merchant.get(path).expect(200);
            page.data().forEach(each);
            var next = page.json().get("meta").path("next_cursor");
            path = next.isMissingNode() ? "" : pages + "&cursor=" + next.asText();
        }
    }

    static JsonNode credentials(ServiceProcess service) throws IOException {
        return Json.mapper().readTree(service.home().resolve("credentials.json").toFile());
    }
}
