package io.tical.server.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.OneSlip;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators steer the simulators: {@code /admin/v1/simulator}. */
class SimulatorAdminTest extends AuditedService {
    private static final String PATH = "/admin/v1/simulator";
    private static final String USUAL = """
            {"payout":"success","slip":"verified","holder":"found","top_up":"open","latency_ms":0}""";

    private static final Duration LONG = Duration.ofSeconds(30);

    private OperatorClient admin;
    private Merchant merchant;

    @Override
    protected Map<String, String> settings() {
        return Map.of(
                "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                "TICAL_RAIL_POLL_SECONDS", "1,2,3",
                "TICAL_SLIP_VERIFIER", "simulator",
                "TICAL_HOLDER_LOOKUP", "simulator");
    }

    @BeforeAll
    void prepare() {
        admin = service.operator(Operator.Role.ADMIN);
        merchant = service.merchant().funded("THB", 10_000_000);
    }

    @AfterEach
    void asUsual() {
        admin.put(PATH, USUAL).expect(200);
    }

    private void awaitPayout(String id, String... states) {
        await().atMost(LONG)
                .until(() -> List.of(states).contains(merchant.payout(id).word("status")));
    }

    @Test
    void theSimulatorHasItsDefaultsUntilAnOperatorChangesThem() {
        assertThat(admin.put(PATH, USUAL).expect(200).data())
                .isEqualTo(admin.get(PATH).expect(200).data());
        var changed = admin.put(PATH, "{\"slip\":\"pending\",\"latency_ms\":5}").expect(200);
        assertThat(changed.word("payout")).isEqualTo("success");
        assertThat(changed.word("slip")).isEqualTo("pending");
        assertThat(changed.number("latency_ms")).isEqualTo(5);
        assertThat(admin.get(PATH).expect(200).data()).isEqualTo(changed.data());
        var line = admin.get("/admin/v1/audit?actor=" + admin.username())
                .expect(200)
                .data()
                .get(0);
        assertThat(line.get("action").asText() + " " + line.get("object_type").asText())
                .isEqualTo("update simulator");
        assertThat(line.get("before").toString()).isEqualTo("{\"slip\":\"verified\",\"latency_ms\":0}");
        assertThat(line.get("after").toString()).isEqualTo("{\"slip\":\"pending\",\"latency_ms\":5}");
    }

    @Test
    void payoutsEndAsItSays() {
        for (var outcome :
                Map.of("fail", "failed", "partial", "partial_success").entrySet()) {
            admin.put(PATH, "{\"payout\":\"" + outcome.getKey() + "\"}").expect(200);
            var id = merchant.payout("all " + outcome.getKey(), 10_000)
                    .expect(201)
                    .word("id");
            awaitPayout(id, outcome.getValue());
        }
        admin.put(PATH, "{\"payout\":\"success\"}").expect(200);
        var id = merchant.payout("by amount", 10_001).expect(201).word("id");
        awaitPayout(id, "failed");
    }

    @Test
    void aDelayedPayoutArrivesWhenItIsPolled() {
        admin.put(PATH, "{\"payout\":\"delay\"}").expect(200);
        var id = merchant.payout("delayed", 10_000).expect(201).word("id");
        awaitPayout(id, "success");
        admin.put(PATH, "{\"payout\":\"unknown\"}").expect(200);
        var unknown = merchant.payout("unknown", 10_000).expect(201).word("id");
        awaitPayout(unknown, "in_review");
    }

    @Test
    void holdersAndSlipsAreAsItSays() {
        var live = service.live(merchant);
        var slip = "{\"qr_data\":\"0041000600000101030040220013071152533APM077365102TH91048134\"}";
        var holder = "/v1/bank/verify?bank_code=KBANK&account_no=0123456789";
        admin.put(PATH, "{\"holder\":\"unknown\",\"slip\":\"rejected\"}").expect(200);
        live.get(holder).expect(404, "ACCOUNT_NOT_FOUND");
        assertThat(live.post("/v1/slip/verify", slip).expect(200).word("status"))
                .isEqualTo("rejected");
        admin.put(PATH, "{\"holder\":\"unavailable\",\"slip\":\"unavailable\"}").expect(200);
        live.get(holder).expect(503);
        live.post("/v1/slip/verify", slip).expect(503);
        admin.put(PATH, "{\"holder\":\"found\",\"slip\":\"verified\"}").expect(200);
        assertThat(live.get(holder).expect(200).word("holder_name")).isNotBlank();
        assertThat(live.post("/v1/slip/verify", slip).expect(200).word("status"))
                .isEqualTo("verified");
    }

    /** What acts on live money is chosen where the service is configured, and by no single administrator at run time. */
    @Test
    void noAdministratorSteersWhatBecomesOfTheSlipsOfLivePayins() {
        var live = service.live(merchant);
        for (var steered : List.of("rejected", "pending", "unavailable")) {
            admin.put(PATH, "{\"slip\":\"" + steered + "\"}").expect(200);
            var id = live.payin("live " + steered, 50_000).expect(201).word("id");
            live.slip(id, OneSlip.picture()).expect(200);
            await().atMost(LONG)
                    .until(() -> live.get("/v1/payins/" + id).word("status").equals("success"));
        }
    }

    @Test
    void topUpsAreBlockedAtRunTimeAndReceiptsReplayed() {
        var body = "{\"currency\":\"THB\",\"amount_minor\":500}";
        var receipt = merchant.post("/v1/sandbox/top-up", body, "before").expect(201);
        admin.put(PATH, "{\"top_up\":\"blocked\"}").expect(200);
        merchant.post("/v1/sandbox/top-up", body, "during").expect(503, "SANDBOX_FUNDING_BLOCKED");
        assertThat(merchant.post("/v1/sandbox/top-up", body, "before")
                        .expect(201)
                        .data())
                .isEqualTo(receipt.data());
        var line = admin.get("/admin/v1/audit?actor=" + admin.username())
                .expect(200)
                .data()
                .get(0);
        assertThat(line.get("after").toString()).isEqualTo("{\"top_up\":\"blocked\"}");
        admin.put(PATH, "{\"top_up\":\"open\"}").expect(200);
        merchant.post("/v1/sandbox/top-up", body, "during").expect(201);
    }

    @Test
    void aChangeAppliesOnEveryNode() {
        try (var other = service.node(Map.of(), TestService.Work.RUNNING)) {
            admin.put(PATH, "{\"holder\":\"unavailable\"}").expect(200);
            await().atMost(LONG)
                    .until(() -> other.tical()
                            .simulatorAnswers()
                            .now()
                            .holder()
                            .word()
                            .equals("unavailable"));
            assertThat(admin.at(other.tical().ports().admin())
                            .get(PATH)
                            .expect(200)
                            .word("holder"))
                    .isEqualTo("unavailable");
        }
    }

    @Test
    void rolesAndWrongAnswersAreRefused() {
        for (var role : List.of(Operator.Role.FINANCE, Operator.Role.SUPPORT)) {
            var other = service.operator(role);
            other.get(PATH).expect(200);
            other.put(PATH, "{}").expect(403, "PERMISSION_DENIED");
        }
        for (var wrong : List.of(
                "{\"payout\":\"lost\"}",
                "{\"slip\":7}",
                "{\"holder\":\"\"}",
                "{\"latency_ms\":-1}",
                "{\"latency_ms\":10001}")) {
            admin.put(PATH, wrong).expect(400, "VALIDATION_FAILED");
        }
    }
}
