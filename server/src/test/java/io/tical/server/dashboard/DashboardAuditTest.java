package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What merchants' users change is in the audit log, which their owners read. */
class DashboardAuditTest extends AuditedService {
    private OperatorClient admin;
    private Merchant merchant;
    private DashboardClient owner;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.0/8");
    }

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        admin = service.operator(Operator.Role.ADMIN);
    }

    @BeforeEach
    void organization() {
        merchant = service.merchant();
        owner = service.owner(merchant);
    }

    private List<JsonNode> log() {
        return owner.get("/api/audit").expect(200).data().valueStream().toList();
    }

    private static String what(JsonNode line) {
        return line.get("action").asText() + " " + line.get("object_type").asText();
    }

    private String version(String keyId) {
        return "{\"version\":\"" + seen(keyId) + "\"}";
    }

    private String seen(String keyId) {
        return owner.get("/api/keys")
                .expect(200)
                .data()
                .valueStream()
                .filter(key -> key.get("id").asText().equals(keyId))
                .map(key -> key.get("version").asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keysAndTheirSigning() {
        var created = owner.post(
                        "/api/keys", "{\"environment\":\"live\",\"name\":\"Till\",\"scopes\":[\"payins:read\"]}")
                .expect(201);
        var path = "/api/keys/" + created.word("id");
        var first = owner.post(path + "/signing").expect(200).word("signing_secret");
        var second = owner.post(path + "/signing/rotate", version(created.word("id")))
                .expect(200)
                .word("signing_secret");
        owner.post(path + "/signing/require", version(created.word("id"))).expect(200);
        owner.delete(path + "/signing?version=" + seen(created.word("id"))).expect(200);
        var anew = owner.post(path + "/regenerate").expect(201);
        owner.delete("/api/keys/" + anew.word("id")).expect(200);
        owner.delete("/api/keys/" + anew.word("id")).expect(200);

        var log = log();
        assertThat(log)
                .extracting(DashboardAuditTest::what)
                .containsExactly(
                        "revoke api_key",
                        "create api_key",
                        "regenerate api_key",
                        "disable_signing api_key",
                        "require_signing api_key",
                        "rotate_signing api_key",
                        "enable_signing api_key",
                        "create api_key");
        assertThat(log).allSatisfy(line -> {
            assertThat(line.get("actor").asText()).isEqualTo(owner.username());
            assertThat(line.get("actor_type").asText()).isEqualTo("user");
            assertThat(line.get("source").asText()).isEqualTo("127.0.0.1");
            assertThat(line.get("request_id").asText()).isNotBlank();
            assertThat(line.get("livemode").asBoolean()).isTrue();
        });
        assertThat(log.getLast().get("object_id").asText()).isEqualTo(created.word("id"));
        assertThat(log.getLast().at("/after/name").asText()).isEqualTo("Till");
        assertThat(log.get(6).at("/before/signing").asText()).isEqualTo("off");
        assertThat(log.get(6).at("/after/signing").asText()).isEqualTo("optional");
        assertThat(log.getFirst().at("/before/revoked_at").isNull()).isTrue();
        assertThat(log.getFirst().at("/after/revoked_at").isNull()).isFalse();
        assertThat(log.toString())
                .doesNotContain(created.word("key"))
                .doesNotContain(anew.word("key"))
                .doesNotContain(first)
                .doesNotContain(second)
                .doesNotContain("hs_");
    }

    @Test
    void theAllowlist() {
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"10.0.0.1\"]}").expect(200);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"10.0.0.1\"]}").expect(200);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"nowhere\"]}").expect(400);
        var log = log();
        assertThat(log).extracting(DashboardAuditTest::what).containsExactly("replace ip_allowlist");
        assertThat(log.getFirst().at("/before/entries")).hasSize(2);
        assertThat(log.getFirst().at("/after/entries/0").asText()).isEqualTo("10.0.0.1");
    }

    @Test
    void callbackEndpointsWithoutTheirSecrets() {
        var url = "https://127.0.0.1:9/payin?password=hunter2";
        var created = owner.replace("/api/callbacks/payin", "{\"url\":\"" + url + "\"}")
                .expect(200);
        owner.replace("/api/callbacks/payin", "{\"url\":\"https://127.0.0.1:9/other\",\"form\":\"envelope\"}")
                .expect(200);
        var rotated = owner.rotate("/api/callbacks/payin").expect(200);
        owner.remove("/api/callbacks/payin").expect(200);
        var log = log();
        assertThat(log)
                .extracting(DashboardAuditTest::what)
                .containsExactly(
                        "delete callback_endpoint",
                        "rotate_secret callback_endpoint",
                        "update callback_endpoint",
                        "create callback_endpoint");
        assertThat(log.get(3).get("after").toString())
                .isEqualTo("{\"kind\":\"payin\",\"url\":\"https://127.0.0.1:9/payin?***\",\"form\":\"auto\"}");
        assertThat(log.get(2).at("/before/form").asText()).isEqualTo("auto");
        assertThat(log.get(2).at("/after/form").asText()).isEqualTo("envelope");
        assertThat(log.toString())
                .doesNotContain("hunter2")
                .doesNotContain("whsec_")
                .doesNotContain(created.word("signing_secret"))
                .doesNotContain(rotated.word("signing_secret"));
    }

    @Test
    void usersAndPasswords() {
        var username = "viewer-" + Ids.next();
        var created = owner.post(
                        "/api/users",
                        "{\"username\":\"%s\",\"password\":\"a long password\",\"role\":\"viewer\"}"
                                .formatted(username))
                .expect(201);
        var viewer = new DashboardClient(service.port(), username, "a long password");
        viewer.signIn().expect(200);
        viewer.put("/api/password", "{\"current_password\":\"a long password\",\"password\":\"a better password\"}")
                .expect(200);
        viewer.put("/api/password", "{\"current_password\":\"a long password\",\"password\":\"a worse password\"}")
                .expect(400);
        owner.delete("/api/users/" + created.word("id")).expect(200);
        var log = log();
        assertThat(log)
                .extracting(line -> what(line) + " by " + line.get("actor").asText())
                .containsExactly(
                        "delete user by " + owner.username(),
                        "fail_confirmation user by " + username,
                        "change_password user by " + username,
                        "create user by " + owner.username());
        assertThat(log.toString())
                .doesNotContain("a long password")
                .doesNotContain("a better password")
                .doesNotContain("argon2");
    }

    @Test
    void theLogIsFilteredByPersonAndObject() {
        var key = owner.post("/api/keys", "{\"environment\":\"live\",\"name\":\"Till\"}")
                .expect(201)
                .word("id");
        owner.delete("/api/keys/" + key).expect(200);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\"]}").expect(200);
        admin.patch("/admin/v1/organizations/" + merchant.organizationId(), "{\"name\":\"New name\"}")
                .expect(200);
        var other = service.owner(merchant);
        other.replace("/api/ip-allowlist", "{\"entries\":[\"10.0.0.9\"]}").expect(200);

        assertThat(filtered("object=" + key)).containsExactly("revoke api_key", "create api_key");
        assertThat(filtered("actor=user:" + other.username())).contains("replace ip_allowlist");
        assertThat(filtered("actor=user:" + owner.username() + "&object=" + key))
                .hasSize(2);
        assertThat(filtered("actor=user:" + other.username() + "&object=" + key))
                .isEmpty();
        assertThat(filtered("actor=staff")).contains("update organization").doesNotContain("create api_key");
        assertThat(filtered("actor=user:staff")).isEmpty();
        // Who of the staff it was is not told by a filter either.
        assertThat(filtered("actor=user:" + admin.username())).isEmpty();
        owner.get("/api/audit?actor=" + admin.username()).expect(400, "ACTOR_INVALID");
        owner.get("/api/audit?object=zebra").expect(400, "ID_INVALID");
        service.owner(service.merchant()).get("/api/audit?object=" + key).expect(200);
        var cursor = owner.get("/api/audit?limit=1&object=" + key)
                .expect(200)
                .json()
                .at("/meta/next_cursor")
                .asText();
        owner.get("/api/audit?limit=1&cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    private List<String> filtered(String query) {
        return owner.get("/api/audit?" + query)
                .expect(200)
                .data()
                .valueStream()
                .map(DashboardAuditTest::what)
                .toList();
    }

    @Test
    void ownersReadTheirOrganizationsLogAndSeeNoNamesOfStaff() {
        service.owner(service.merchant())
                .replace("/api/ip-allowlist", "{\"entries\":[\"10.0.0.9\"]}")
                .expect(200);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"10.0.0.1\"]}").expect(200);
        admin.patch("/admin/v1/organizations/" + merchant.organizationId(), "{\"name\":\"New name\"}")
                .expect(200);
        var live = service.live(merchant);
        owner.replace("/api/ip-allowlist", "{\"entries\":[\"127.0.0.1\"]}").expect(200);
        var customer = live.customer("Malee Srisuk", "7770000001").word("id");
        admin.post("/admin/v1/customers/" + customer + "/verify", "{\"note\":\"for colleagues\"}")
                .expect(200);

        var log = log();
        assertThat(log)
                .extracting(line -> what(line) + " by " + line.get("actor").asText())
                .containsExactly(
                        "verify customer by staff",
                        "replace ip_allowlist by " + owner.username(),
                        "update organization by staff",
                        "replace ip_allowlist by " + owner.username());
        var staff = log.get(2);
        assertThat(staff.get("actor_type").asText()).isEqualTo("staff");
        assertThat(staff.get("source").isNull()).isTrue();
        assertThat(staff.get("request_id").isNull()).isTrue();
        assertThat(staff.at("/after/name").asText()).isEqualTo("New name");
        assertThat(log.toString()).doesNotContain(admin.username()).doesNotContain("for colleagues");
        var page = owner.get("/api/audit?limit=1").expect(200);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(what(owner.get("/api/audit?limit=1&cursor=" + cursor)
                        .expect(200)
                        .data()
                        .get(0)))
                .isEqualTo("replace ip_allowlist");
        service.viewer(merchant).get("/api/audit").expect(403, "PERMISSION_DENIED");

        var all = admin.get("/admin/v1/audit?organization_id=" + merchant.organizationId())
                .expect(200);
        assertThat(all.data())
                .extracting(line -> line.get("actor").asText())
                .containsExactly(admin.username(), owner.username(), admin.username(), owner.username());
    }
}
