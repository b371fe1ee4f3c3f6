package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.AuditedService;
import io.tical.server.OperatorClient;
import io.tical.server.problem.Problem;
import io.tical.server.session.Authenticator;
import io.tical.server.staff.Operator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For the day on which no administrator can sign in. */
class AddOperatorTest extends AuditedService {
    private String change(String username, Operator.@Nullable Role role, String password) {
        return AddOperator.change(service.tical().staffSessions(), username, role, password, false);
    }

    private OperatorClient client(String username, String password) {
        return new OperatorClient(service.tical().ports().admin(), username, password);
    }

    @Test
    void anOperatorIsMadeAndGivenANewPassword() {
        assertThat(change("Anna", Operator.Role.ADMIN, "the first password"))
                .contains("anna")
                .contains("admin");
        var anna = client("anna", "the first password");
        anna.signIn().expect(200);
        assertThat(change("anna", null, "the second password")).contains("new password");
        anna.get("/admin/v1/session").expect(401);
        anna.signIn().expect(401);
        var again = client("anna", "the second password");
        again.signIn().expect(200);
        assertThat(again.get("/admin/v1/audit?actor=command%20line").expect(200).data())
                .extracting(one -> one.get("action").asText())
                .contains("reset_password", "create");
    }

    @Test
    void aLostAuthenticatorAppIsRemoved() {
        change("carla", Operator.Role.ADMIN, "the first password");
        var carla = client("carla", "the first password");
        carla.signIn().expect(200);
        var app = new Authenticator(carla.post("/admin/v1/second-factor", "{\"password\":\"the first password\"}")
                .expect(200)
                .word("secret"));
        carla.post("/admin/v1/second-factor/confirm", "{\"code\":\"" + app.code() + "\"}")
                .expect(200);
        change("carla", null, "the second password");
        var again = client("carla", "the second password");
        again.signIn().expect(401, "SECOND_FACTOR_REQUIRED");
        var staff = service.tical().staffSessions();
        assertThat(AddOperator.change(staff, "carla", null, "the third password", true))
                .contains("second factor was removed");
        client("carla", "the third password").signIn().expect(200);
        assertThat(AddOperator.change(staff, "carla", null, "the third password", true))
                .contains("no second factor");
    }

    @Test
    void aRefusedCommandSaysWhatToDo() {
        assertThatThrownBy(() -> change("nobody", null, "some password")).hasMessageContaining("--role");
        change("bert", Operator.Role.SUPPORT, "some password");
        assertThatThrownBy(() -> change("bert", Operator.Role.ADMIN, "some password"))
                .isInstanceOf(Problem.Conflict.class)
                .hasMessageContaining("support");
    }
}
