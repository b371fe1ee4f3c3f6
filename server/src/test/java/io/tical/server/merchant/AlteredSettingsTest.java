package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Somebody with the database's password changes what a merchant has set: it has no effect, and nobody else notices. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlteredSettingsTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private TestService service;
    private CallbackSink sink;
    /** Whose rows are altered. */
    private Merchant victim;

    private Merchant bystander;
    private int number;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        sink = new CallbackSink();
        victim = merchant();
        bystander = merchant();
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private Merchant merchant() {
        var merchant = service.merchant().funded("THB", 10_000_000);
        service.fee(merchant, "THB", 10, 100);
        service.limit(merchant, "THB", 100, 50_000, 1_000_000L, List.of());
        merchant.account();
        return merchant;
    }

    private String of(String sql, Merchant merchant) {
        return sql.replace(":organization", "'" + merchant.organizationId() + "'");
    }

    /** Lets every node read what is set again. */
    private void reread() {
        service.tical().allowlist().replace(bystander.organizationId(), List.of("127.0.0.1", "::1"));
    }

    private void whileAltered(String table, String sql, Runnable then) {
        service.sql("CREATE TABLE kept AS TABLE " + table);
        try {
            service.sql(of(sql, victim));
            reread();
            then.run();
        } finally {
            service.sql("TRUNCATE " + table + "; INSERT INTO " + table + " TABLE kept; DROP TABLE kept");
            reread();
        }
    }

    private static String finding(TestService service) {
        var finding = service.audit().run().finding();
        return finding == null ? "" : finding.sentence();
    }

    private int payout(Merchant merchant) {
        number++;
        return merchant.payout("payout " + number, 1_000).status();
    }

    @TestFactory
    Stream<DynamicTest> onlyTheOrganizationOfAnAlteredRowWaits() {
        return Map.ofEntries(
                        Map.entry(
                                "api_key",
                                "UPDATE api_key SET scopes = scopes || text 'x' WHERE organization_id = :organization"),
                        Map.entry(
                                "api_key ",
                                "UPDATE api_key SET expires_at = now() + interval '9 years' WHERE organization_id = :organization"),
                        Map.entry(
                                "api_key_hash",
                                "UPDATE api_key_hash SET livemode = true WHERE organization_id = :organization"),
                        Map.entry(
                                "ip_allowlist",
                                "INSERT INTO ip_allowlist VALUES (:organization, '10.0.0.0/8', date_trunc('second', now()))"),
                        Map.entry(
                                "ip_allowlist ",
                                "UPDATE ip_allowlist SET entry = '0.0.0.0/0' WHERE organization_id = :organization AND entry = '::1'"),
                        Map.entry(
                                "organization",
                                "UPDATE organization SET review_threshold = NULL WHERE organization_id = :organization"),
                        Map.entry(
                                "organization ",
                                "UPDATE organization SET channel_p2p = true WHERE organization_id = :organization"),
                        Map.entry("organization  ", "DELETE FROM organization WHERE organization_id = :organization"),
                        Map.entry(
                                "amount_limit",
                                "UPDATE amount_limit SET daily_withdraw_limit = NULL WHERE organization_id = :organization"),
                        Map.entry(
                                "amount_limit ",
                                "INSERT INTO amount_limit VALUES (:organization, true, 'THB', 'payout', 1, 2, 3, 4, 5, '[]')"),
                        Map.entry("fee", "UPDATE fee SET per_mille = 0 WHERE organization_id = :organization"),
                        Map.entry("fee ", "INSERT INTO fee VALUES (:organization, true, 'THB', 'settlement', 0, 0)"))
                .entrySet()
                .stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.getValue(), () -> onlyTheVictimWaits(one.getKey().strip(), one.getValue())));
    }

    private void onlyTheVictimWaits(String table, String sql) {
        whileAltered(table, sql, () -> {
            number++;
            victim.payout("payout " + number, 1_000).expect(503, "SERVICE_UNAVAILABLE");
            assertThat(payout(bystander)).isEqualTo(201);
            assertThat(service.serviceDatabase().alteredRows())
                    .anyMatch(sentence -> sentence.startsWith("In " + table + ", "));
            assertThat(finding(service)).startsWith("In " + table + ", ");
        });
        assertThat(payout(victim)).isEqualTo(201);
        assertThat(finding(service)).isEmpty();
    }

    @Test
    void othersOfTheSameGroupsGoOn() throws Exception {
        var sql = "UPDATE fee SET per_mille = 0 WHERE organization_id = :organization";
        whileAltered("fee", sql, () -> {
            var tasks = new ArrayList<Callable<Integer>>();
            for (int time = 0; time < 40; time++) {
                var body = (time % 4 == 0 ? victim : bystander).payoutBody("crowd " + time, 1_000);
                var merchant = time % 4 == 0 ? victim : bystander;
                tasks.add(() -> merchant.post("/v1/payouts", body).status());
            }
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                var answers = executor.invokeAll(tasks);
                for (int time = 0; time < answers.size(); time++) {
                    assertThat(answers.get(time).resultNow()).isEqualTo(time % 4 == 0 ? 503 : 201);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A merchant who may write to the database makes his own key another one's. */
    @Test
    void aKeyThatWasMovedToAnotherMerchantIsRefused() {
        var intruder = merchant();
        var sql = "UPDATE api_key_hash h SET organization_id = k.organization_id, key_id = k.key_id FROM api_key k"
                + " WHERE k.organization_id = :organization AND h.organization_id = '" + intruder.organizationId()
                + "'";
        whileAltered("api_key_hash", sql, () -> {
            var answer = intruder.get("/v1/balance").expect(503, "SERVICE_UNAVAILABLE");
            assertThat(answer.text())
                    .contains("was changed outside the service. Contact the operator with request id")
                    .doesNotContain(victim.organizationId().toString());
            victim.get("/v1/balance").expect(200);
        });
    }

    @Test
    void aKeyWhoseRevocationWasRemovedIsRefused() {
        var merchant = merchant();
        var key = service.tical().apiKeys().list(merchant.organizationId()).getFirst();
        service.tical().apiKeys().revoke(merchant.organizationId(), key.id());
        merchant.get("/v1/balance").expect(401, "API_KEY_REVOKED");
        var back = "UPDATE api_key SET revoked_at = NULL WHERE key_id = '" + key.id() + "'";
        whileAltered("api_key", back, () -> merchant.get("/v1/balance").expect(503, "SERVICE_UNAVAILABLE"));
        merchant.get("/v1/balance").expect(401, "API_KEY_REVOKED");
    }

    @Test
    void aRowThatIsRevertedOrDeletedIsFound() {
        var merchant = merchant();
        var key = service.tical().apiKeys().list(merchant.organizationId()).getFirst();
        service.sql("CREATE TABLE earlier AS SELECT * FROM api_key WHERE key_id = '" + key.id() + "'");
        service.tical().apiKeys().revoke(merchant.organizationId(), key.id());
        var back = "DELETE FROM api_key WHERE key_id = '" + key.id() + "'; INSERT INTO api_key TABLE earlier";
        whileAltered(
                "api_key",
                back,
                () -> assertThat(finding(service))
                        .startsWith("In api_key, ")
                        .contains("expected the newest version in the journal"));
        service.sql("DROP TABLE earlier");
        for (var table : List.of("amount_limit", "fee", "ip_allowlist", "api_key", "callback_endpoint")) {
            var deletion = "DELETE FROM " + table + " WHERE ctid = (SELECT max(ctid) FROM " + table + ")";
            whileAltered(
                    table,
                    deletion,
                    () -> assertThat(finding(service))
                            .startsWith("In " + table + ", ")
                            .contains("which the service wrote and did not delete"));
        }
    }

    @Test
    void aForgedRowIsNotRewrittenByTheService() {
        var owner = service.owner(victim);
        var inserted = "INSERT INTO ip_allowlist VALUES (:organization, '10.9.8.7', date_trunc('second', now()))";
        whileAltered("ip_allowlist", inserted, () -> {
            owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\"]}").expect(503, "SERVICE_UNAVAILABLE");
            owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\",\"::1\",\"10.9.8.7\"]}")
                    .expect(200);
            assertThat(payout(victim)).isEqualTo(503);
        });
        assertThat(payout(victim)).isEqualTo(201);
    }

    @Test
    void callbacksWaitUntilAnAlteredUrlIsRestored() {
        for (var merchant : List.of(victim, bystander)) {
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), Form.AUTO);
        }
        var ids = new ArrayList<String>();
        try (var intruder = new CallbackSink()) {
            var sql =
                    "UPDATE callback_endpoint SET url = '" + intruder.url() + "' WHERE organization_id = :organization";
            whileAltered("callback_endpoint", sql, () -> {
                for (var merchant : List.of(victim, bystander)) {
                    number++;
                    var id = merchant.payout("called back " + number, 1_000)
                            .expect(201)
                            .word("id");
                    merchant.post("/v1/payouts/" + id + "/test-confirm").expect(200);
                    ids.add(id);
                }
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(sink.about(ids.getLast())).isNotEmpty());
                assertThat(sink.about(ids.getFirst())).isEmpty();
                assertThat(service.count("SELECT count(*) FROM delivery WHERE status = 'pending' AND transaction_id = '"
                                + ids.getFirst() + "'"))
                        .isPositive();
            });
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(sink.about(ids.getFirst())).isNotEmpty());
            assertThat(intruder.received()).isEmpty();
        }
    }
}
