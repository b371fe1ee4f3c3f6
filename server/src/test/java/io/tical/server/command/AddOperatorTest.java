package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.AuditedService;
import io.tical.server.OperatorClient;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For the day on which no administrator can sign in. */
class AddOperatorTest extends AuditedService {
    private String change(String username, Operator.@Nullable Role role, String password) {
        return AddOperator.change(service.tical().staffSessions(), username, role, password);
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
    void whatCannotBeDoneSaysWhatToDo() {
        assertThatThrownBy(() -> change("nobody", null, "some password")).hasMessageContaining("--role");
        change("bert", Operator.Role.SUPPORT, "some password");
        assertThatThrownBy(() -> change("bert", Operator.Role.ADMIN, "some password"))
                .isInstanceOf(Problem.Conflict.class)
                .hasMessageContaining("support");
    }
}
