package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two-step sign-in of the dashboard's users: how it is set up, what a code opens, and what it does not. */
class SecondFactorTest extends AuditedService {
    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    /** A user with an authenticator app. */
    private record Enrolled(DashboardClient user, Authenticator app, List<String> recovery) {}

    private Enrolled enrolled() {
        var user = service.owner(service.merchant());
        var app = new Authenticator(begin(user).expect(200).word("secret"));
        var codes = confirm(user, app.code()).expect(200).data().get("recovery_codes");
        return new Enrolled(user, app, codes.valueStream().map(JsonNode::asText).toList());
    }

    private static Reply begin(DashboardClient user) {
        return user.post("/api/second-factor", "{\"password\":\"%s\"}".formatted(user.password()));
    }

    private static String code(String code) {
        return "{\"code\":\"%s\"}".formatted(code);
    }

    private static Reply confirm(DashboardClient user, String code) {
        return user.post("/api/second-factor/confirm", code(code));
    }

    private List<String> audited(DashboardClient owner) {
        return owner.get("/api/audit")
                .expect(200)
                .data()
                .valueStream()
                .map(entry -> entry.get("action").asText())
                .toList();
    }

    @Test
    void signingInTakesTwoStepsAfterTheAppIsConfirmed() {
        var user = service.owner(service.merchant());
        var asked = begin(user).expect(200);
        assertThat(asked.word("uri"))
                .isEqualTo("otpauth://totp/Tical:%s?secret=%s&issuer=Tical&algorithm=SHA1&digits=6&period=30"
                        .formatted(user.username(), asked.word("secret")));
        assertThat(asked.data().at("/qr/path").asText()).startsWith("M");
        // Until a code shows that the app has the secret, nothing changes.
        user.signIn().expect(200);
        assertThat(user.get("/api/second-factor")
                        .expect(200)
                        .data()
                        .get("enabled")
                        .asBoolean())
                .isFalse();
        var app = new Authenticator(asked.word("secret"));
        confirm(user, app.wrong()).expect(400, "VALIDATION_FAILED");
        var codes = confirm(user, app.code()).expect(200).data().get("recovery_codes");
        assertThat(codes).hasSize(10);
        var state = user.get("/api/second-factor").expect(200);
        assertThat(state.data().get("enabled").asBoolean()).isTrue();
        assertThat(state.number("recovery_codes")).isEqualTo(10);
        assertThat(state.text())
                .doesNotContain(asked.word("secret"), codes.get(0).asText());

        user.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
        user.signIn("not the password", java.util.Map.of()).expect(401, "CREDENTIALS_INVALID");
        user.signInWith(app.wrong()).expect(401, "SECOND_FACTOR_INVALID");
        user.signInWith(app.code()).expect(200);
        user.signInWith(app.again()).expect(401, "SECOND_FACTOR_INVALID");
        assertThat(audited(user)).contains("enable_second_factor");
    }

    @Test
    void aCodeInThaiDigitsOrWithAnUnseenCharacterIsNoFailure() {
        var enrolled = enrolled();
        var thai = new StringBuilder("\u200b");
        enrolled.app.code().chars().forEach(digit -> thai.append((char) ('๐' + digit - '0')));
        enrolled.user.signInWith(thai.toString()).expect(200);
        var wide = new StringBuilder();
        enrolled.app
                .code()
                .chars()
                .forEach(digit -> wide.append((char) ('０' + digit - '0')).append('\u2060'));
        enrolled.user.signInWith(wide.toString()).expect(200);
        assertThat(audited(enrolled.user)).doesNotContain("fail_sign_in");
    }

    @Test
    void aWrongPasswordDoesNotRevealASecondFactor() {
        var enrolled = enrolled();
        var stranger = new DashboardClient(service.port(), enrolled.user.username(), "not the password");
        var plain = service.owner(service.merchant());
        var other = new DashboardClient(service.port(), plain.username(), "not the password");
        for (var code : List.of("000000", "", "x")) {
            var one = stranger.signInWith(code).expect(401, "CREDENTIALS_INVALID");
            var two = other.signInWith(code).expect(401, "CREDENTIALS_INVALID");
            assertThat(one.json().get("error")).isEqualTo(two.json().get("error"));
        }
    }

    @Test
    void aRecoveryCodeStandsInOnce() {
        var enrolled = enrolled();
        var code = enrolled.recovery.getFirst();
        enrolled.user
                .signInWith(" " + code.toUpperCase(java.util.Locale.ROOT).replace("-", " "))
                .expect(200);
        assertThat(enrolled.user.get("/api/second-factor").expect(200).number("recovery_codes"))
                .isEqualTo(9);
        enrolled.user.signInWith(code).expect(401, "SECOND_FACTOR_INVALID");
        assertThat(audited(enrolled.user)).startsWith("fail_sign_in", "use_recovery_code");
        var renewed = enrolled.user
                .post("/api/second-factor/recovery-codes", code(enrolled.app.code()))
                .expect(200);
        enrolled.user.signInWith(enrolled.recovery.get(1)).expect(401, "SECOND_FACTOR_INVALID");
        enrolled.user
                .signInWith(renewed.data().at("/recovery_codes/0").asText())
                .expect(200);
    }

    @Test
    void fiveWrongCodesLockTheNameAlsoForTheRightOne() {
        var enrolled = enrolled();
        for (int failure = 0; failure < 5; failure++) {
            // The password alone neither counts nor forgives.
            enrolled.user.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
            enrolled.user.signInWith(enrolled.app.wrong()).expect(401, "SECOND_FACTOR_INVALID");
        }
        enrolled.user.signInWith(enrolled.app.code()).expect(429, "RATE_LIMITED");
        enrolled.user.signIn().expect(429, "RATE_LIMITED");
    }

    @Test
    void thePasswordAloneIsNoFailureHoweverOften() {
        var enrolled = enrolled();
        for (int time = 0; time < 7; time++) {
            enrolled.user.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
        }
        enrolled.user.signInWith(enrolled.app.code()).expect(200);
    }

    @Test
    void wrongCodesOfAnOpenSessionLockToo() {
        var enrolled = enrolled();
        for (int failure = 0; failure < 5; failure++) {
            enrolled.user
                    .post("/api/second-factor/disable", code(enrolled.app.wrong()))
                    .expect(400, "VALIDATION_FAILED");
        }
        enrolled.user
                .post("/api/second-factor/disable", code(enrolled.app.code()))
                .expect(429, "RATE_LIMITED");
    }

    @Test
    void ofConcurrentSignInsWithOneCodeOneSucceeds() throws Exception {
        var enrolled = enrolled();
        var code = enrolled.app.code();
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<Integer> signIn =
                    () -> new DashboardClient(service.port(), enrolled.user.username(), enrolled.user.password())
                            .signInWith(code)
                            .status();
            var statuses = threads.invokeAll(List.of(signIn, signIn, signIn, signIn)).stream()
                    .map(done -> done.resultNow())
                    .toList();
            assertThat(statuses).containsExactlyInAnyOrder(200, 401, 401, 401);
        }
    }

    @Test
    void aCodeTurnsItOff() {
        var enrolled = enrolled();
        begin(enrolled.user).expect(409, "SECOND_FACTOR_ENABLED");
        enrolled.user.post("/api/second-factor/disable", code("123")).expect(400, "VALIDATION_FAILED");
        enrolled.user
                .post("/api/second-factor/disable", code(enrolled.app.code()))
                .expect(200);
        enrolled.user.signIn().expect(200);
        enrolled.user.post("/api/second-factor/disable", code("123456")).expect(409, "SECOND_FACTOR_MISSING");
        confirm(enrolled.user, "123456").expect(409, "SECOND_FACTOR_MISSING");
        assertThat(audited(enrolled.user)).startsWith("disable_second_factor");
    }

    @Test
    void settingItUpNeedsThePassword() {
        var user = service.owner(service.merchant());
        for (int failure = 0; failure < 5; failure++) {
            user.post("/api/second-factor", "{\"password\":\"not the password\"}")
                    .expect(400, "VALIDATION_FAILED");
        }
        begin(user).expect(429, "RATE_LIMITED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"code\":5}", "{\"code\":\"\"}", "{\"code\":null}", "[]", "{"})
    void aBodyWithoutACodeIsRefused(String body) {
        var user = service.owner(service.merchant());
        begin(user).expect(200);
        for (var path : List.of("confirm", "disable", "recovery-codes")) {
            assertThat(user.post("/api/second-factor/" + path, body).status())
                    .as(path)
                    .isEqualTo(400);
        }
    }

    @Test
    void anOwnerResetsThatOfAnotherUserButNotTheOwn() {
        var owner = service.owner(service.merchant());
        owner.post("/api/users", """
                {"username":"lost-phone-%s","password":"correct horse battery","role":"viewer"}""".formatted(owner.username())).expect(201);
        var viewer = new DashboardClient(service.port(), "lost-phone-" + owner.username(), "correct horse battery");
        viewer.signIn().expect(200);
        var app = new Authenticator(begin(viewer).expect(200).word("secret"));
        confirm(viewer, app.code()).expect(200);
        viewer.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
        var users = owner.get("/api/users").expect(200).data();
        assertThat(users)
                .extracting(user -> user.get("second_factor").asBoolean())
                .containsExactly(false, true);
        var path = "/api/users/" + users.get(1).get("id").asText() + "/second-factor";
        viewer.delete(path).expect(403, "PERMISSION_DENIED");
        service.owner(service.merchant()).delete(path).expect(404, "USER_NOT_FOUND");
        owner.delete("/api/users/" + users.get(0).get("id").asText() + "/second-factor")
                .expect(409, "OWN_USER");
        owner.delete(path).expect(200);
        viewer.signIn().expect(200);
        assertThat(audited(owner)).startsWith("reset_second_factor");
        // A deleted user leaves none behind.
        var later = new Authenticator(begin(viewer).expect(200).word("secret"));
        confirm(viewer, later.code()).expect(200);
        owner.delete("/api/users/" + users.get(1).get("id").asText()).expect(200);
        assertThat(service.count("SELECT count(*) FROM dashboard_second_factor WHERE user_id = '"
                        + users.get(1).get("id").asText() + "'"))
                .isZero();
    }

    @Test
    void theDatabaseHasNeitherTheSecretNorTheCodes() {
        var enrolled = enrolled();
        for (var code : enrolled.recovery) {
            assertThat(service.count("SELECT count(*) FROM dashboard_second_factor f WHERE cast(f AS text) LIKE '%"
                            + code.replace("-", "") + "%' OR cast(f AS text) LIKE '%" + code + "%'"))
                    .isZero();
        }
    }

    @Test
    void aReplacedOrMovedSecretIsRefused() {
        var enrolled = enrolled();
        var other = enrolled();
        var id = "(SELECT user_id FROM dashboard_username WHERE username = '%s')";
        var mine = id.formatted(enrolled.user.username());
        service.sql("CREATE TABLE kept AS SELECT * FROM dashboard_second_factor WHERE user_id = " + mine);
        service.sql(
                "UPDATE dashboard_second_factor f SET secret = o.secret FROM dashboard_second_factor o WHERE f.user_id = "
                        + mine + " AND o.user_id = " + id.formatted(other.user.username()));
        enrolled.user.signInWith(other.app.code()).expect(503);
        service.sql("UPDATE dashboard_second_factor f SET secret = k.secret FROM kept k WHERE f.user_id = k.user_id");
        service.sql("DROP TABLE kept");
        enrolled.user.signInWith(enrolled.app.code()).expect(200);
    }

    @Test
    void operatorsHaveTheSame() {
        var support = service.operator(Operator.Role.SUPPORT);
        var password = "{\"password\":\"the password of %s\"}".formatted(support.username());
        assertThat(support.get("/admin/v1/second-factor")
                        .expect(200)
                        .data()
                        .get("enabled")
                        .asBoolean())
                .isFalse();
        support.post("/admin/v1/second-factor", "{\"password\":\"x\"}").expect(400, "VALIDATION_FAILED");
        var app = new Authenticator(
                support.post("/admin/v1/second-factor", password).expect(200).word("secret"));
        var codes = support.post("/admin/v1/second-factor/confirm", code(app.code()))
                .expect(200)
                .data()
                .get("recovery_codes");
        support.post("/admin/v1/second-factor", password).expect(409, "SECOND_FACTOR_ENABLED");
        support.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
        support.signInWith(app.wrong()).expect(401, "SECOND_FACTOR_INVALID");
        support.signInWith(app.code()).expect(200);
        support.signInWith(app.again()).expect(401, "SECOND_FACTOR_INVALID");
        support.signInWith(codes.get(0).asText()).expect(200);
        support.post("/admin/v1/second-factor/recovery-codes", code(codes.get(1).asText()))
                .expect(200);

        var admin = service.operator(Operator.Role.ADMIN);
        var listed = admin.get("/admin/v1/operators")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("username").asText().equals(support.username()))
                .findFirst()
                .orElseThrow();
        assertThat(listed.get("second_factor").asBoolean()).isTrue();
        var path = "/admin/v1/operators/" + listed.get("id").asText() + "/second-factor";
        support.delete(path).expect(403, "PERMISSION_DENIED");
        for (int time = 0; time < 2; time++) {
            service.approved(admin.change("DELETE", path, "{\"note\":\"lost\"}"));
        }
        support.signIn().expect(200);
        support.post("/admin/v1/second-factor/disable", code("123456")).expect(409, "SECOND_FACTOR_MISSING");
        assertThat(admin.get("/admin/v1/audit?object=" + listed.get("id").asText())
                        .expect(200)
                        .data())
                .extracting(one -> one.get("action").asText())
                .startsWith(
                        "reset_second_factor",
                        "renew_recovery_codes",
                        "use_recovery_code",
                        "fail_sign_in",
                        "fail_sign_in",
                        "enable_second_factor");
    }
}
