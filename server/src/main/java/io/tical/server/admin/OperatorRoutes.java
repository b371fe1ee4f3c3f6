package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Operators;
import io.tical.server.staff.Permission;
import io.tical.server.staff.RolePolicy;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffSessions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code /admin/v1/operators}: the operators. */
record OperatorRoutes(Operators operators, StaffSessions sessions) {
    private static final int TEXT_MAX = 256;
    private static final Predicate<Staff> MAY = staff -> staff.may(Permission.OPERATORS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get("/admin/v1/operators", MAY, this::list),
                SessionEndpoint.post("/admin/v1/operators", MAY, this::create).afterStepUp(),
                SessionEndpoint.put("/admin/v1/operators/{id}/password", MAY, this::resetPassword)
                        .afterStepUp(),
                SessionEndpoint.delete("/admin/v1/operators/{id}/second-factor", MAY, this::resetSecondFactor)
                        .afterStepUp(),
                SessionEndpoint.delete(
                                "/admin/v1/operators/{id}",
                                MAY,
                                call -> Answer.ok(sessions.disable(call.id("operator"), Person.author(call))))
                        .afterStepUp());
    }

    /**
     * @param secondFactor whether the operator signs in with a code
     * @param secondFactorRequired whether the role requires it
     * @param roleVersion of what the role requires
     */
    private record Item(
            @JsonUnwrapped Operator operator, boolean secondFactor, boolean secondFactorRequired, long roleVersion) {}

    private Answer list(SessionCall<Staff> call) {
        var factors = sessions.factors().all();
        var policies = sessions.roles().list().stream()
                .collect(Collectors.toUnmodifiableMap(RolePolicy::role, policy -> policy));
        return Answer.ok(operators.list().stream()
                .map(operator -> {
                    var policy = Objects.requireNonNull(policies.get(operator.role()));
                    return new Item(
                            operator, factors.contains(operator.id()), policy.secondFactorRequired(), policy.version());
                })
                .toList());
    }

    private Answer resetSecondFactor(SessionCall<Staff> call) {
        sessions.resetSecondFactor(call.id("operator"), Person.author(call));
        return Answer.ok(Map.of());
    }

    private Answer create(SessionCall<Staff> call) {
        var body = call.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        var word = body.text("role", TEXT_MAX);
        var role = Word.find(Operator.Role.class, word);
        if (role.isEmpty() && !word.isEmpty()) {
            body.wrong("role", "unknown", "must be finance, support or admin");
        }
        body.check();
        return Answer.created(
                operators.create(new SignIn(username, password), role.orElseThrow(), Person.author(call)));
    }

    private Answer resetPassword(SessionCall<Staff> call) {
        var body = call.json();
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        body.check();
        return Answer.ok(sessions.resetPassword(call.id("operator"), password, Person.author(call)));
    }
}
