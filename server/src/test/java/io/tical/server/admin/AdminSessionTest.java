package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.session.Member;
import io.tical.server.staff.Operator;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators sign in, manage each other and their sessions. */
class AdminSessionTest extends AuditedService {
    private OperatorClient admin;

    @BeforeAll
    void prepare() {
        admin = service.operator(Operator.Role.ADMIN);
    }

    @Test
    void aSessionShowsItsOperatorAndPermissions() {
        var finance = service.operator(Operator.Role.FINANCE);
        var session = finance.get("/admin/v1/session").expect(200);
        assertThat(session.word("username")).isEqualTo(finance.username());
        assertThat(session.word("role")).isEqualTo("finance");
        assertThat(session.data().get("permissions"))
                .extracting(one -> one.asText())
                .contains("slips", "read");
        assertThat(session.data().has("token")).isFalse();
        finance.delete("/admin/v1/session").expect(200);
        finance.get("/admin/v1/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void onlyItsOwnTokensOpenTheSurface() {
        var merchant = service.merchant();
        var owner = service.owner(merchant);
        var finance = service.operator(Operator.Role.FINANCE);
        var port = service.tical().ports().admin();
        var bearers = new String[] {merchant.key(), owner.token(), "", "x".repeat(43)};
        for (var bearer : bearers) {
            admin.send("GET", "/admin/v1/session", Map.of("Authorization", "Bearer " + bearer), null)
                    .expect(401, "SESSION_REQUIRED");
        }
        admin.send("GET", "/admin/v1/session", Map.of("Cookie", "tical_session=" + owner.token()), null)
                .expect(401, "SESSION_REQUIRED");
        // Somebody who signs in to the dashboard is no operator, and an operator no user of the dashboard.
        new OperatorClient(port, owner.username(), owner.password()).signIn().expect(401, "CREDENTIALS_INVALID");
        new DashboardClient(service.port(), finance.username(), "the password of " + finance.username())
                .signIn()
                .expect(401, "CREDENTIALS_INVALID");
        owner.send("GET", "/api/session", Map.of("Cookie", "tical_session=" + finance.token()), null)
                .expect(401, "SESSION_REQUIRED");
        merchant.send("GET", "/v1/payouts", Map.of("Authorization", "Bearer " + finance.token()), null)
                .expect(401);
    }

    @Test
    void wrongPasswordsLockTheName() {
        var finance = service.operator(Operator.Role.FINANCE);
        for (int failure = 0; failure < 5; failure++) {
            finance.signIn("not the password").expect(401, "CREDENTIALS_INVALID");
        }
        finance.signIn().expect(429);
        finance.get("/admin/v1/session").expect(200);
    }

    @Test
    void failedSignInsOfOperatorsAndTheirLockAreInTheAuditLog() {
        var finance = service.operator(Operator.Role.FINANCE);
        finance.post("/admin/v1/second-factor", "{\"password\":\"not the password\"}")
                .expect(400);
        for (int failure = 0; failure < 4; failure++) {
            finance.signIn("not the password").expect(401);
        }
        for (int refused = 0; refused < 10; refused++) {
            finance.signIn("not the password").expect(429);
        }

        var log = logOf(finance.username());

        assertThat(log)
                .extracting(one -> one.get("action").asText())
                .startsWith(
                        "lock_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_confirmation");
        assertThat(log.get(0).get("source").asText()).isEqualTo("127.0.0.1");
        assertThat(log.get(0).get("request_id").asText()).isNotEmpty();
    }

    @Test
    void whoInventsUsernamesWritesNothingIntoTheAuditLog() {
        var nobody = new OperatorClient(service.tical().ports().admin(), "nobody.at.all", "a long password");
        for (int failure = 0; failure < 5; failure++) {
            nobody.signIn().expect(401);
        }
        nobody.signIn().expect(429);
        assertThat(logOf("nobody.at.all")).isEmpty();
    }

    private JsonNode logOf(String username) {
        return admin.get("/admin/v1/audit?actor=" + username).expect(200).data();
    }

    @Test
    void onlyAdministratorsManageOperators() {
        var body =
                "{\"username\":\"new-one\",\"password\":\"a long password\",\"role\":\"support\",\"note\":\"hired\"}";
        for (var role : new Operator.Role[] {Operator.Role.FINANCE, Operator.Role.SUPPORT}) {
            var other = service.operator(role);
            other.get("/admin/v1/operators").expect(403, "PERMISSION_DENIED");
            other.post("/admin/v1/operators", body).expect(403, "PERMISSION_DENIED");
        }
        service.approved(admin.post("/admin/v1/operators", body));
        admin.post("/admin/v1/operators", body).expect(409, "RESOURCE_EXISTS");
        admin.post("/admin/v1/operators", "{\"username\":\"x\",\"password\":\"short\",\"role\":\"boss\"}")
                .expect(400, "VALIDATION_FAILED");
        var support = new OperatorClient(service.tical().ports().admin(), "new-one", "a long password");
        support.signIn().expect(200);

        var id = service.operatorId(support);
        var path = "/admin/v1/operators/" + id;
        service.approved(admin.put(path + "/password", "{\"password\":\"another password\",\"note\":\"lost\"}"));
        support.get("/admin/v1/session").expect(401);
        support.signIn("another password").expect(200);
        assertThat(admin.delete(path).expect(200).data().get("disabled_at").isNull())
                .isFalse();
        support.get("/admin/v1/session").expect(401);
        support.signIn("another password").expect(401, "CREDENTIALS_INVALID");
        admin.post("/admin/v1/operators", body).expect(409, "RESOURCE_EXISTS");

        admin.get("/admin/v1/audit?object=7").expect(400, "ID_INVALID");
        admin.get("/admin/v1/audit?organization_id=7").expect(400, "VALIDATION_FAILED");
        var log = admin.get("/admin/v1/audit?object=" + id).expect(200);
        assertThat(log.data())
                .extracting(one -> one.get("action").asText())
                .containsExactly("fail_sign_in", "disable", "reset_password", "create");
        assertThat(log.text()).doesNotContain("another password").doesNotContain("argon2");
        assertThat(log.data()).allSatisfy(one -> {
            assertThat(one.path("asked_by").asText(one.get("actor").asText()))
                    .isEqualTo(one.get("action").asText().equals("fail_sign_in") ? "new-one" : admin.username());
            assertThat(one.get("source").asText()).isEqualTo("127.0.0.1");
        });
    }

    @Test
    void theLastAdministratorStays() {
        try (var small = TestService.start(Map.of())) {
            var only = small.demoOperator(Operator.Role.ADMIN);
            var id = only.get("/admin/v1/operators")
                    .expect(200)
                    .data()
                    .valueStream()
                    .filter(one -> one.get("username").asText().equals(only.username()))
                    .findFirst()
                    .orElseThrow()
                    .get("id")
                    .asText();
            only.delete("/admin/v1/operators/" + small.operatorId("admin2")).expect(200);
            only.delete("/admin/v1/operators/" + id).expect(409, "LAST_ADMIN");
            small.operator(Operator.Role.ADMIN);
            only.delete("/admin/v1/operators/" + id).expect(409, "OWN_USER");
        }
    }

    @Test
    void aPasswordChangeEndsTheOtherSessions() {
        var finance = service.operator(Operator.Role.FINANCE);
        var elsewhere = new OperatorClient(
                service.tical().ports().admin(), finance.username(), "the password of " + finance.username());
        elsewhere.signIn().expect(200);
        var change = "{\"current_password\":\"%s\",\"password\":\"a better password\"}";
        finance.put("/admin/v1/password", change.formatted("wrong password")).expect(400, "VALIDATION_FAILED");
        finance.put("/admin/v1/password", change.formatted("the password of " + finance.username()))
                .expect(200);
        elsewhere.get("/admin/v1/session").expect(401);
        finance.get("/admin/v1/session").expect(200);
        finance.signIn("a better password").expect(200);
    }

    @Test
    void sessionsAreListedAndEnded() {
        var finance = service.operator(Operator.Role.FINANCE);
        var stranger = service.operator(Operator.Role.SUPPORT);
        var sessions = finance.get("/admin/v1/sessions").expect(200);
        assertThat(sessions.data()).hasSize(1);
        assertThat(sessions.data().get(0).get("yours").asBoolean()).isTrue();
        var path = "/admin/v1/sessions/" + sessions.data().get(0).get("id").asText();
        stranger.delete(path).expect(404, "SESSION_NOT_FOUND");
        assertThat(admin.get("/admin/v1/sessions").expect(200).text()).contains(finance.username());
        admin.delete(path).expect(200);
        finance.get("/admin/v1/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void memberRolesOfTheDashboardAreNotOperators() {
        var viewer = service.member(service.merchant(), Member.Role.VIEWER);
        viewer.send("GET", "/admin/v1/session", Map.of(), null).expect(404);
    }
}
