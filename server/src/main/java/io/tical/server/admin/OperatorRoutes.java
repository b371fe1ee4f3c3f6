package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Operators;
import io.tical.server.staff.Permission;
import io.tical.server.staff.RolePolicy;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffSessions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/operators}: the operators. A second administrator approves what lets somebody in: a new operator, a new password, the
 * removal of a second factor. One administrator can disable an operator.
 */
record OperatorRoutes(Operators operators, StaffSessions sessions, WaitingApprovals waiting) {
    private static final String TREE = "/admin/v1/operators";
    private static final String RESOURCE = "operator";
    private static final String PASSWORD = "password";
    private static final int TEXT_MAX = 256;
    private static final Predicate<Staff> MAY = staff -> staff.may(Permission.OPERATORS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(TREE, MAY, this::list));
    }

    List<StaffAction> actions() {
        return List.of(
                StaffAction.creation(TREE, Permission.OPERATORS, this::create)
                        .hiding(PASSWORD, operators.passwords()::hash),
                StaffAction.change("PUT", TREE + "/{id}/password", Permission.OPERATORS, this::resetPassword)
                        .hiding(PASSWORD, operators.passwords()::hash),
                StaffAction.change(
                        "DELETE",
                        TREE + "/{id}/second-factor",
                        Permission.OPERATORS,
                        (path, body) -> resetSecondFactor(path)),
                StaffAction.change("DELETE", TREE + "/{id}", Permission.OPERATORS, (path, body) -> disable(path)));
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
        return Answer.ok(waiting.shown(operators.list(), operator -> key(operator.id()), operator -> {
            var policy = Objects.requireNonNull(policies.get(operator.role()));
            return new Item(operator, factors.contains(operator.id()), policy.secondFactorRequired(), policy.version());
        }));
    }

    private static TransactionKey key(UUID id) {
        return TransactionKey.ofService(true, id);
    }

    private StaffAction.Request create(Map<String, String> path, JsonBody body) {
        var username = body.text("username", TEXT_MAX);
        var hash = path.get(PASSWORD);
        var password = hash == null ? body.text(PASSWORD, SignIn.TYPED_LENGTH_MAX) : "";
        var word = body.text("role", TEXT_MAX);
        var role = Word.find(Operator.Role.class, word);
        if (role.isEmpty() && !word.isEmpty()) {
            body.wrong("role", "unknown", "must be finance, support or admin");
        }
        body.check();
        var name = hash == null ? new SignIn(username, password).username() : SignIn.normal(username);
        // Two requests to create the same operator are about the same object.
        var object = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        var created = new AtomicReference<Operator>();
        return new StaffAction.Request(
                        key(object),
                        RESOURCE,
                        StaffAction.NO_VERSION,
                        null,
                        by -> operators.requireFree(name),
                        by -> created.set(operators.create(name, Objects.requireNonNull(hash), role.orElseThrow(), by)),
                        created::get)
                .changing(ControlChange.creation(name, new Created(name, role.orElseThrow())));
    }

    private record Created(String username, Operator.Role role) {}

    private StaffAction.Request resetPassword(Map<String, String> path, JsonBody body) {
        var operator = operator(path);
        var hash = path.get(PASSWORD);
        var password = hash == null ? body.text(PASSWORD, SignIn.TYPED_LENGTH_MAX) : "";
        body.check();
        if (hash == null) {
            new SignIn(operator.username(), password);
        }
        return new StaffAction.Request(
                        key(operator.id()),
                        RESOURCE,
                        StaffAction.NO_VERSION,
                        by -> sessions.resetPassword(operator.id(), Objects.requireNonNull(hash), by),
                        () -> operator)
                .changing(access(operator, "new", null));
    }

    private StaffAction.Request resetSecondFactor(Map<String, String> path) {
        var operator = operator(path);
        return new StaffAction.Request(
                        key(operator.id()),
                        RESOURCE,
                        StaffAction.NO_VERSION,
                        null,
                        by -> sessions.requireOther(operator.id(), by.asker()),
                        by -> sessions.resetSecondFactor(operator.id(), by),
                        Map::of)
                .changing(access(operator, null, "removed"));
    }

    /** A change of how an operator signs in, without what is secret. */
    private static ControlChange access(Operator operator, @Nullable String password, @Nullable String secondFactor) {
        return ControlChange.creation(
                operator.username(), new Access(operator.username(), operator.role(), password, secondFactor));
    }

    private record Access(
            String username,
            Operator.Role role,
            @Nullable String password,
            @Nullable String secondFactor) {}

    private StaffAction.Request disable(Map<String, String> path) {
        var operator = operator(path);
        return new StaffAction.Request(
                        key(operator.id()),
                        RESOURCE,
                        StaffAction.NO_VERSION,
                        by -> sessions.disable(operator.id(), by),
                        () -> operators.read(operator.id()))
                .changing(new ControlChange(operator.username(), null, null, false, Duration.ZERO));
    }

    private Operator operator(Map<String, String> path) {
        return operators.read(StaffAction.id(path, RESOURCE));
    }
}
