package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.OperatorClient;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The proof that is asked for again before a change of controls. */
class StepUpTest extends AuditedService {
    private static final String RATE = """
            {"environment":"live","source_currency_code":"THB","target_currency_code":"USD","rate":null}""";

    private OperatorClient admin;

    @BeforeEach
    void hire() {
        admin = service.operator(Operator.Role.ADMIN);
    }

    private static String password(String password) {
        return "{\"password\":\"%s\"}".formatted(password);
    }

    private static String code(String code) {
        return "{\"code\":\"%s\"}".formatted(code);
    }

    private static String own(OperatorClient operator) {
        return password("the password of " + operator.username());
    }

    private static Authenticator enrolled(OperatorClient operator) {
        var app = new Authenticator(operator.post("/admin/v1/second-factor", own(operator))
                .expect(200)
                .word("secret"));
        operator.post("/admin/v1/second-factor/confirm", code(app.code())).expect(200);
        return app;
    }

    @Test
    void signingInIsNoProof() {
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(403, "STEP_UP_REQUIRED");
        admin.stepUp(own(admin)).expect(200);
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(200);
    }

    @Test
    void aProofIsOfOneSessionOnly() {
        admin.stepUp(own(admin)).expect(200);
        admin.signIn().expect(200);
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(403, "STEP_UP_REQUIRED");
    }

    @Test
    void aProofEndsAfterMinutes() {
        admin.stepUp(own(admin)).expect(200);
        var session = admin.get("/admin/v1/session").expect(200).word("id");
        service.asService(
                "operator_session",
                "UPDATE operator_session SET proved_at = now() - interval '301 seconds' WHERE session_id = '" + session
                        + "'");
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(403, "STEP_UP_REQUIRED");
    }

    @Test
    void whoHasASecondFactorProvesWithIt() {
        assertThat(admin.get("/admin/v1/session").expect(200).word("step_up")).isEqualTo("password");
        var app = enrolled(admin);
        assertThat(admin.get("/admin/v1/session").expect(200).word("step_up")).isEqualTo("code");
        assertThat(admin.stepUp(own(admin)).expect(400, "VALIDATION_FAILED").text())
                .contains("authenticator app");
        admin.stepUp(code(app.wrong())).expect(400, "VALIDATION_FAILED");
        admin.stepUp(code(app.again())).expect(400, "VALIDATION_FAILED");
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(403, "STEP_UP_REQUIRED");
        admin.stepUp(code(app.code())).expect(200);
        admin.unproved("PUT", "/admin/v1/rates", RATE).expect(200);
    }

    @Test
    void wrongPasswordsLockTheSession() {
        for (int failure = 0; failure < 5; failure++) {
            admin.stepUp(password("not the password")).expect(400, "VALIDATION_FAILED");
        }
        assertThat(admin.send(
                                "POST",
                                "/admin/v1/session/step-up",
                                Map.of("Authorization", "Bearer " + admin.token()),
                                own(admin))
                        .status())
                .isEqualTo(429);
        admin.get("/admin/v1/session").expect(200);
    }

    @Test
    void aRoleThatRequiresASecondFactorAdmitsNobodyWithoutOne() {
        var support = service.operator(Operator.Role.SUPPORT);
        var role = "/admin/v1/roles/support";
        assertThat(admin.unproved("PUT", role, "{}").expect(403).code()).isEqualTo("STEP_UP_REQUIRED");
        admin.put(role, "{}").expect(400, "VALIDATION_FAILED");
        admin.put("/admin/v1/roles/boss", "{\"version\":0,\"second_factor_required\":true}")
                .expect(404, "ROLE_NOT_FOUND");
        var version = admin.put(role, "{\"version\":0,\"second_factor_required\":true}")
                .expect(200)
                .number("version");
        admin.put(role, "{\"version\":0,\"second_factor_required\":false}").expect(409, "VERSION_CONFLICT");
        assertThat(admin.get("/admin/v1/roles").expect(200).text()).contains("\"second_factor_required\":true");

        // Also in a session that was open before.
        for (var path : List.of("/admin/v1/overview", "/admin/v1/slips", "/admin/v1/events")) {
            support.get(path).expect(403, "SECOND_FACTOR_SETUP_REQUIRED");
        }
        support.signIn().expect(200);
        var session = support.get("/admin/v1/session").expect(200);
        assertThat(session.data().get("second_factor_missing").asBoolean()).isTrue();
        assertThat(session.data().get("permissions")).isEmpty();
        support.post("/admin/v1/issues/" + Ids.next() + "/claim").expect(403, "SECOND_FACTOR_SETUP_REQUIRED");

        var app = enrolled(support);
        support.get("/admin/v1/overview").expect(200);
        assertThat(support.get("/admin/v1/second-factor")
                        .expect(200)
                        .data()
                        .get("required")
                        .asBoolean())
                .isTrue();
        support.post("/admin/v1/second-factor/disable", code(app.wrong())).expect(409, "SECOND_FACTOR_MANDATORY");
        // Nobody else is concerned.
        service.operator(Operator.Role.FINANCE).get("/admin/v1/overview").expect(200);

        var waived = String.format(Locale.ROOT, "{\"version\":%d,\"second_factor_required\":false", version);
        admin.put(role, waived + "}").expect(400, "VALIDATION_FAILED");
        var asked = admin.put(role, waived + ",\"note\":\"no phones here\"}");
        support.post("/admin/v1/second-factor/disable", code(app.wrong())).expect(409, "SECOND_FACTOR_MANDATORY");
        service.approved(asked);
        support.post("/admin/v1/second-factor/disable", code(app.code())).expect(200);
        var log = admin.get("/admin/v1/audit?actor=" + admin.username())
                .expect(200)
                .text();
        assertThat(log).contains("operator_role").contains("step_up");
    }
}
