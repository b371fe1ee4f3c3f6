package io.tical.console.operator;

import io.tical.common.admin.OperatorAccount;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** Operators, whom administrators manage. */
record OperatorKind(Workspace workspace) implements SimpleKind<OperatorAccount> {
    private static final int PASSWORD_MIN = 12;

    @Override
    public String key() {
        return "operators";
    }

    @Override
    public String path() {
        return "/admin/v1/operators";
    }

    @Override
    public Class<OperatorAccount> rowType() {
        return OperatorAccount.class;
    }

    /** The service reads them all at once. */
    @Override
    public OperatorAccount read(AdminApi api, UUID id) {
        return api.list(path(), OperatorAccount.class).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new Refused(404, "NOT_FOUND", workspace.texts().get("queue.gone"), null, List.of()));
    }

    @Override
    public String name(OperatorAccount operator) {
        return operator.username();
    }

    @Override
    public List<Column<OperatorAccount>> columns() {
        return List.of(
                new Column<>("operators.column.name", 104, Look.TEXT, OperatorAccount::username),
                new Column<>(
                        "operators.column.role",
                        120,
                        Look.TEXT,
                        row -> workspace.texts().word("role", row.role())),
                new Column<>("queue.column.status", 124, Look.STATUS, OperatorAccount::status));
    }

    @Override
    public String asked(Decision decision, Map<String, Object> given) {
        return String.valueOf(given.get("username"));
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<OperatorAccount> rows, boolean more) {
        return List.of(new Decision(
                "operators.create",
                KeyCode.A,
                Weight.NORMAL,
                workspace.texts().get("operators.create.consequence"),
                List.of(
                        new Input.Text("username", "operators.username", true, 64),
                        new Input.Secret("password", "operators.password", PASSWORD_MIN),
                        new Input.Choice("role", "operators.role", "role", List.of("finance", "support", "admin")),
                        Input.why()),
                path(),
                Map.of()));
    }

    @Override
    public List<Decision> decisions(OperatorAccount operator) {
        if (operator.disabledAt() != null) {
            return List.of();
        }
        var decisions = new ArrayList<>(List.of(
                new Decision(
                                "operators.disable",
                                KeyCode.D,
                                Weight.DANGER,
                                workspace.texts().get("operators.disable.consequence", operator.username()),
                                List.of(),
                                itemPath(operator.id()),
                                Map.of())
                        .by("DELETE")
                        .staying(),
                new Decision(
                                "operators.reset",
                                KeyCode.P,
                                Weight.NORMAL,
                                workspace.texts().get("operators.reset.consequence", operator.username()),
                                List.of(new Input.Secret("password", "operators.password", PASSWORD_MIN), Input.why()),
                                itemPath(operator.id()) + "/password",
                                Map.of())
                        .by("PUT")
                        .staying()));
        if (operator.secondFactor()) {
            decisions.add(resetSecondFactor(operator));
        }
        decisions.add(requireSecondFactor(operator));
        return decisions;
    }

    private Decision resetSecondFactor(OperatorAccount operator) {
        return new Decision(
                        "operators.reset-second-factor",
                        KeyCode.T,
                        Weight.DANGER,
                        workspace.texts().get("operators.reset-second-factor.consequence", operator.username()),
                        List.of(Input.why()),
                        itemPath(operator.id()) + "/second-factor",
                        Map.of())
                .by("DELETE")
                .staying();
    }

    /** Of all operators of the same role. */
    private Decision requireSecondFactor(OperatorAccount operator) {
        var key = operator.secondFactorRequired() ? "operators.waive-second-factor" : "operators.require-second-factor";
        var role = workspace.texts().word("role", operator.role());
        return new Decision(
                        key,
                        KeyCode.R,
                        operator.secondFactorRequired() ? Weight.DANGER : Weight.NORMAL,
                        workspace.texts().get(key + ".consequence", role),
                        operator.secondFactorRequired() ? List.of(Input.why()) : List.of(),
                        "/admin/v1/roles/" + operator.role(),
                        Map.of(
                                "version",
                                operator.roleVersion(),
                                "second_factor_required",
                                !operator.secondFactorRequired()))
                .by("PUT")
                .staying();
    }

    @Override
    public boolean decidesWhileWaiting() {
        return true;
    }

    @Override
    public String permission() {
        return "operators";
    }
}
