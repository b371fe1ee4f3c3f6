package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Permission;
import io.tical.server.staff.RolePolicy;
import io.tical.server.staff.Roles;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** {@code /admin/v1/roles}: what is required of the operators of each role. */
record RoleRoutes(Roles roles) {
    private static final Predicate<Staff> MAY = staff -> staff.may(Permission.OPERATORS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/admin/v1/roles",
                        MAY,
                        call -> Answer.ok(roles.list().stream().map(View::of).toList())),
                SessionEndpoint.put("/admin/v1/roles/{id}", MAY, this::change).afterStepUp());
    }

    private record View(@JsonUnwrapped RolePolicy policy, Set<Permission> permissions) {
        static View of(RolePolicy policy) {
            return new View(policy, policy.role().permissions());
        }
    }

    private Answer change(SessionCall<Staff> call) {
        var role = Word.find(Operator.Role.class, call.path().getOrDefault("id", ""))
                .orElseThrow(() -> Problem.NotFound.of("role"));
        var body = call.json();
        var version = body.version();
        var required = body.flag("second_factor_required");
        body.check();
        return Answer.ok(View.of(roles.change(role, required, version, Person.author(call))));
    }
}
