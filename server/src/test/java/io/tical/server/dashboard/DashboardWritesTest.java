package io.tical.server.dashboard;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.DashboardClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Two people at once: no write undoes without notice what somebody else has changed since the first one looked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardWritesTest {
    /** Why a write cannot undo somebody else's change. */
    private enum Reason {
        /** It replaces something, and is refused unless it names the version that it replaces. */
        VERSIONED,
        /** It adds something new. */
        ADDS,
        /** It changes or removes the one thing that it names, and the thing's state decides whether that is possible. */
        ONE_ENTRY,
        /** It concerns the user's own sign-in, and carries a proof of it. */
        OWN
    }

    private static final Map<String, Reason> WRITES = Map.ofEntries(
            entry("DELETE /api/session", Reason.OWN),
            entry("DELETE /api/sessions", Reason.OWN),
            entry("DELETE /api/sessions/{id}", Reason.ONE_ENTRY),
            entry("POST /api/second-factor", Reason.OWN),
            entry("POST /api/second-factor/confirm", Reason.OWN),
            entry("POST /api/second-factor/recovery-codes", Reason.OWN),
            entry("POST /api/second-factor/disable", Reason.OWN),
            entry("POST /api/passkeys/options", Reason.OWN),
            entry("POST /api/passkeys", Reason.ADDS),
            entry("DELETE /api/passkeys/{id}", Reason.ONE_ENTRY),
            entry("PUT /api/password", Reason.OWN),
            entry("POST /api/payins", Reason.ADDS),
            entry("POST /api/payins/{id}/cancel", Reason.ONE_ENTRY),
            entry("POST /api/payins/{id}/test-confirm", Reason.ONE_ENTRY),
            entry("POST /api/payouts/{id}/cancel", Reason.ONE_ENTRY),
            entry("POST /api/payouts/{id}/test-confirm", Reason.ONE_ENTRY),
            entry("POST /api/customers", Reason.ADDS),
            entry("POST /api/sandbox/top-up", Reason.ADDS),
            entry("POST /api/issues", Reason.ADDS),
            entry("POST /api/issues/{id}/cancel", Reason.ONE_ENTRY),
            entry("POST /api/keys", Reason.ADDS),
            entry("POST /api/keys/{id}/regenerate", Reason.ONE_ENTRY),
            entry("DELETE /api/keys/{id}", Reason.ONE_ENTRY),
            entry("POST /api/keys/{id}/signing", Reason.ONE_ENTRY),
            entry("POST /api/keys/{id}/signing/require", Reason.VERSIONED),
            entry("POST /api/keys/{id}/signing/rotate", Reason.VERSIONED),
            entry("DELETE /api/keys/{id}/signing", Reason.VERSIONED),
            entry("PUT /api/ip-allowlist", Reason.VERSIONED),
            entry("POST /api/ip-allowlist/add", Reason.ADDS),
            entry("POST /api/ip-allowlist/remove", Reason.ONE_ENTRY),
            entry("PUT /api/callbacks/{kind}", Reason.VERSIONED),
            entry("POST /api/callbacks/{kind}/rotate", Reason.VERSIONED),
            entry("POST /api/callbacks/{kind}/ping", Reason.ADDS),
            entry("DELETE /api/callbacks/{kind}", Reason.VERSIONED),
            entry("POST /api/deliveries/{id}/redeliver", Reason.ONE_ENTRY),
            entry("POST /api/redeliveries", Reason.ADDS),
            entry("POST /api/redeliveries/{id}/stop", Reason.ONE_ENTRY),
            entry("POST /api/deliveries/{id}/sign", Reason.ADDS),
            entry("PUT /api/pay-page", Reason.VERSIONED),
            entry("POST /api/users", Reason.ADDS),
            entry("DELETE /api/users/{id}", Reason.ONE_ENTRY),
            entry("DELETE /api/users/{id}/sessions", Reason.ONE_ENTRY),
            entry("DELETE /api/users/{id}/second-factor", Reason.ONE_ENTRY));

    private TestService service;
    private DashboardClient owner;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void hire() {
        owner = service.owner(service.merchant());
    }

    @Test
    void everyWriteHasAReason() {
        assertThat(service.tical().dashboard().stream()
                        .filter(one -> !one.method().equals("GET"))
                        .map(one -> one.method() + " " + one.path())
                        .filter(name -> !name.startsWith("POST /api/session")))
                .containsExactlyInAnyOrderElementsOf(WRITES.keySet());
    }

    @TestFactory
    Stream<DynamicTest> aWriteThatReplacesSomethingNamesTheVersionThatItReplaces() {
        return WRITES.entrySet().stream()
                .filter(one -> one.getValue() == Reason.VERSIONED)
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
                    hire();
                    owner.replace("/api/callbacks/payin", "{\"url\":\"https://127.0.0.1:9/first\"}")
                            .expect(200);
                    var operation = one.getKey().split(" ");
                    var key = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"signer\"}")
                            .expect(201)
                            .word("id");
                    owner.post("/api/keys/" + key + "/signing").expect(200);
                    var path = operation[1].replace("{kind}", "payin").replace("{id}", key);
                    assertThat(send(operation[0], path, null)
                                    .expect(400, "VALIDATION_FAILED")
                                    .text())
                            .contains("version");
                    assertThat(send(operation[0], path, "0123456789abcdef")
                                    .expect(409, "VERSION_CONFLICT")
                                    .text())
                            .contains("Load it again");
                }));
    }

    private Reply send(String method, String path, String version) {
        if (method.equals("DELETE")) {
            return owner.delete(version == null ? path : path + "?version=" + version);
        }
        var named = version == null ? "" : ",\"version\":\"" + version + "\"";
        return owner.change(
                method,
                path,
                "{\"entries\":[\"127.0.0.1\"],\"url\":\"https://127.0.0.1:9/second\",\"form\":\"auto\"" + named + "}");
    }

    private String version(String path) {
        return owner.get(path).expect(200).word("version");
    }

    private String signingVersion() {
        return owner.get("/api/keys")
                .expect(200)
                .data()
                .valueStream()
                .filter(key -> key.get("name").asText().equals("signer"))
                .findFirst()
                .orElseThrow()
                .get("version")
                .asText();
    }

    @Test
    void aRemovedAddressStaysRemovedThoughAnOldPageAddsAnother() {
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\",\"10.0.0.1\"]}")
                .expect(200);
        var seen = version("/api/ip-allowlist");
        owner.post("/api/ip-allowlist/remove", "{\"entries\":[\"10.0.0.1\"]}").expect(200);
        var added = owner.post("/api/ip-allowlist/add", "{\"entries\":[\"10.0.0.2\"]}")
                .expect(200);
        assertThat(added.data().get("entries").valueStream().map(one -> one.asText()))
                .containsExactly("10.0.0.2", "127.0.0.1");
        owner.put("/api/ip-allowlist", "{\"entries\":[\"10.0.0.1\"],\"version\":\"" + seen + "\"}")
                .expect(409, "VERSION_CONFLICT");
        // What is not there is removed already.
        owner.post("/api/ip-allowlist/remove", "{\"entries\":[\"10.0.0.1\"]}").expect(200);
        owner.post("/api/ip-allowlist/add", "{\"entries\":[\"nowhere\"]}").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theListHasAnEnd() {
        var many = Stream.iterate(1, one -> one + 1)
                .limit(99)
                .map(one -> "\"10.0.0." + one + "\"")
                .toList();
        owner.replace("/api/ip-allowlist", "{\"entries\":" + many + "}").expect(200);
        owner.post("/api/ip-allowlist/add", "{\"entries\":[\"10.0.1.1\"]}").expect(200);
        owner.post("/api/ip-allowlist/add", "{\"entries\":[\"10.0.1.2\"]}").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void anOldPageDoesNotUndoAnothersSettings() {
        var page = version("/api/pay-page");
        owner.put("/api/pay-page", "{\"display_name\":\"Shop\",\"version\":\"" + page + "\"}")
                .expect(200);
        owner.put("/api/pay-page", "{\"support\":\"help@shop.example\",\"version\":\"" + page + "\"}")
                .expect(409, "VERSION_CONFLICT");
        assertThat(owner.get("/api/pay-page").expect(200).word("display_name")).isEqualTo("Shop");

        var unset = version("/api/callbacks/payout");
        owner.put("/api/callbacks/payout", "{\"url\":\"https://127.0.0.1:9/a\",\"version\":\"" + unset + "\"}")
                .expect(200);
        owner.put("/api/callbacks/payout", "{\"url\":\"https://127.0.0.1:9/b\",\"version\":\"" + unset + "\"}")
                .expect(409, "VERSION_CONFLICT");
        // A page from before a rotation does not turn off what a colleague has just secured.
        var key = owner.post("/api/keys", "{\"environment\":\"test\",\"name\":\"signer\"}")
                .expect(201)
                .word("id");
        var signing = "/api/keys/" + key + "/signing";
        owner.post(signing).expect(200);
        var before = signingVersion();
        owner.post(signing + "/rotate", "{\"version\":\"" + before + "\"}").expect(200);
        owner.delete(signing + "?version=" + before).expect(409, "VERSION_CONFLICT");
        assertThat(owner.delete(signing + "?version=" + signingVersion())
                        .expect(200)
                        .word("signing"))
                .isEqualTo("off");

        // A second rotation would end the validity of the secret that the merchant's server has.
        var set = version("/api/callbacks/payout");
        owner.post("/api/callbacks/payout/rotate", "{\"version\":\"" + set + "\"}")
                .expect(200);
        owner.post("/api/callbacks/payout/rotate", "{\"version\":\"" + set + "\"}")
                .expect(409, "VERSION_CONFLICT");
        owner.delete("/api/callbacks/payout?version=" + set).expect(409, "VERSION_CONFLICT");
    }
}
