package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Permission;
import io.tical.server.staff.RolePolicy;
import io.tical.server.staff.Roles;
import io.tical.server.staff.Staff;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * {@code /admin/v1/roles}: what is required of the operators of each role. A second administrator approves that a second factor is not
 * required any more; one administrator can require it.
 */
record RoleRoutes(Roles roles) {
    private static final String TREE = "/admin/v1/roles";
    private static final Predicate<Staff> MAY = staff -> staff.may(Permission.OPERATORS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(
                TREE, MAY, call -> Answer.ok(roles.list().stream().map(View::of).toList())));
    }

    StaffAction change() {
        return StaffAction.change("PUT", TREE + "/{id}", Permission.OPERATORS, this::change)
                .onVersion();
    }

    private record View(@JsonUnwrapped RolePolicy policy, Set<Permission> permissions) {
        static View of(RolePolicy policy) {
            return new View(policy, policy.role().permissions());
        }
    }

    private record Required(Operator.Role role, boolean secondFactorRequired) {}

    private StaffAction.Request change(Map<String, String> path, JsonBody body) {
        var role = Word.find(Operator.Role.class, path.getOrDefault("id", ""))
                .orElseThrow(() -> Problem.NotFound.of("role"));
        var required = body.flag("second_factor_required");
        body.check();
        var old = roles.get(role);
        return new StaffAction.Request(
                        key(role),
                        Roles.RESOURCE,
                        old.version(),
                        by -> roles.change(role, required, by),
                        () -> View.of(roles.get(role)))
                .changing(ControlChange.of(
                        role.word(),
                        new Required(role, old.secondFactorRequired()),
                        new Required(role, required),
                        old.secondFactorRequired() && !required));
    }

    /** A role has no id. */
    private static TransactionKey key(Operator.Role role) {
        var name = Roles.RESOURCE + " " + role.word();
        return TransactionKey.ofService(true, UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }
}
