package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.AlteredRow;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.session.Member;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Operators;
import io.tical.server.transaction.Actor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody with the database's password adds or changes who may sign in: nobody gets in by that. */
class AlteredPeopleTest extends AuditedService {
    private static final String PASSWORD = "the password of an intruder";
    private static final String HASH = TestService.quickPasswords().hash(PASSWORD);

    private static final Actor ADMIN = Actor.staff("admin", "request");

    private Operators operators;
    private Merchant merchant;
    private DashboardClient bystander;

    @BeforeAll
    void prepare() {
        operators = new Operators(service.serviceDatabase(), TestService.quickPasswords(), TestService.CLOCK);
        merchant = service.merchant();
        bystander = service.owner(merchant);
    }

    private Optional<Operator> signedIn(String username, String password) {
        return operators.signIn(username, password, "", (session, operator) -> operator);
    }

    private void whileAltered(List<String> tables, String sql, Runnable then) {
        tables.forEach(table -> service.sql("CREATE TABLE kept_" + table + " AS TABLE " + table));
        try {
            service.sql(sql);
            then.run();
            assertThat(service.audit().run().finding()).isNotNull();
        } finally {
            tables.forEach(table -> service.sql("TRUNCATE " + table + "; INSERT INTO " + table + " TABLE kept_" + table
                    + "; DROP TABLE kept_" + table));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE operator SET password_hash = ':hash' WHERE username = 'anna'",
                "UPDATE operator SET role = 'admin' WHERE username = 'anna'",
                "INSERT INTO operator VALUES (gen_random_uuid(), 'intruder', 'admin', ':hash', now())",
                "INSERT INTO operator SELECT gen_random_uuid(), 'intruder', role, ':hash', created_at, mac FROM operator LIMIT 1"
            })
    void anAlteredOperatorDoesNotSignIn(String sql) {
        var anna = "the password of anna";
        var known = signedIn("anna", anna);
        if (known.isEmpty()) {
            operators.create(new SignIn("anna", anna), Operator.Role.SUPPORT, ADMIN);
            operators.create(new SignIn("bert", anna), Operator.Role.SUPPORT, ADMIN);
        }
        var name = sql.startsWith("INSERT") ? "intruder" : "anna";
        whileAltered(List.of("operator"), sql.replace(":hash", HASH), () -> {
            for (var password : List.of(PASSWORD, anna)) {
                assertThatThrownBy(() -> signedIn(name, password)).isInstanceOf(AlteredRow.class);
            }
            assertThat(signedIn("bert", anna)).isPresent();
        });
        assertThat(signedIn("anna", anna))
                .hasValueSatisfying(one -> assertThat(one.role()).isEqualTo(Operator.Role.SUPPORT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE dashboard_user SET password_hash = ':hash' WHERE username = ':victim'",
                "UPDATE dashboard_user SET role = 'owner' WHERE username = ':victim'",
                "UPDATE dashboard_username SET user_id = (SELECT user_id FROM dashboard_user WHERE username = ':bystander')"
                        + " WHERE username = ':victim'"
            })
    void anAlteredUserDoesNotSignInAndItsSessionDecidesNothing(String sql) {
        var victim = service.viewer(merchant);
        var altered = sql.replace(":hash", HASH)
                .replace(":victim", victim.username())
                .replace(":bystander", bystander.username());
        whileAltered(List.of("dashboard_user", "dashboard_username"), altered, () -> {
            // Attempts on an altered user are not counted as wrong passwords.
            for (int time = 0; time < 6; time++) {
                victim.signIn(time % 2 == 0 ? PASSWORD : victim.password(), Map.of())
                        .expect(503, "SERVICE_UNAVAILABLE");
            }
            if (altered.contains("UPDATE dashboard_user ")) {
                victim.get("/api/session").expect(503, "SERVICE_UNAVAILABLE");
            }
            bystander.signIn().expect(200);
            bystander.get("/api/keys").expect(200);
        });
        victim.signIn().expect(200);
        victim.post("/api/keys", "{\"name\":\"mine\",\"environment\":\"test\"}").expect(403);
    }

    @Test
    void anAddedUserDoesNotSignIn() {
        var sql = """
                INSERT INTO dashboard_username SELECT 'intruder', '%1$s', '%1$s';
                INSERT INTO dashboard_user VALUES ('%1$s', '%1$s', 'intruder', 'owner', '%2$s', now())
                """.formatted(merchant.organizationId(), HASH);
        whileAltered(
                List.of("dashboard_user", "dashboard_username"),
                sql,
                () -> new DashboardClient(service.port(), "intruder", PASSWORD)
                        .signIn()
                        .expect(503, "SERVICE_UNAVAILABLE"));
        new DashboardClient(service.port(), "intruder", PASSWORD).signIn().expect(401, "CREDENTIALS_INVALID");
    }

    /** An intruder who knows a token of his own makes it the session of somebody else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE dashboard_session SET user_id = o.user_id FROM dashboard_user o WHERE o.username = ':bystander'"
                        + " AND token_hash = sha256(':token')",
                "UPDATE dashboard_session SET expires_at = expires_at + interval '1 year' WHERE token_hash = sha256(':token')",
            })
    void anAlteredSessionIsRefused(String sql) {
        var viewer = service.member(merchant, Member.Role.VIEWER);
        var altered = sql.replace(":bystander", bystander.username()).replace(":token", viewer.token());
        whileAltered(List.of("dashboard_session"), altered, () -> {
            viewer.get("/api/keys").expect(503, "SERVICE_UNAVAILABLE");
            bystander.get("/api/keys").expect(200);
        });
        viewer.get("/api/session").expect(200);
    }

    @Test
    void anAlteredUserIsNotChanged() {
        var victim = service.viewer(merchant);
        var sql =
                "UPDATE dashboard_user SET password_hash = '" + HASH + "' WHERE username = '" + victim.username() + "'";
        var organization = merchant.organizationId();
        var user = service.tical().dashboardUsers().list(organization).stream()
                .filter(one -> one.username().equals(victim.username()))
                .findFirst()
                .orElseThrow();
        whileAltered(List.of("dashboard_user"), sql, () -> {
            var wanted = new SignIn(user.username(), "another long password");
            assertThatThrownBy(() -> service.tical()
                            .dashboardUsers()
                            .changePassword(organization, user.id(), PASSWORD, wanted, session -> {}))
                    .isInstanceOf(AlteredRow.class);
            bystander.delete("/api/users/" + user.id()).expect(503, "SERVICE_UNAVAILABLE");
        });
        bystander.delete("/api/users/" + user.id()).expect(200);
        victim.signIn().expect(401, "CREDENTIALS_INVALID");
    }
}
