package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Version;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.Visit;
import io.tical.server.session.Client;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffSessions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/session}, {@code /sessions} and {@code /password}: signing in and out, and changing one's own password. */
record SessionRoutes(Sessions<Staff> sessions, StaffSessions directory) {
    private static final int TEXT_MAX = 256;

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                new SessionEndpoint.Open<>("POST", "/admin/v1/session", this::open),
                SessionEndpoint.get(
                        "/admin/v1/session", Staff::mayChangeOwn, call -> Answer.ok(view(call.person(), null))),
                SessionEndpoint.delete("/admin/v1/session", Staff::mayChangeOwn, this::close),
                SessionEndpoint.put("/admin/v1/password", Staff::mayChangeOwn, this::changePassword),
                SessionEndpoint.get("/admin/v1/sessions", Staff::mayChangeOwn, this::list),
                SessionEndpoint.delete("/admin/v1/sessions/{id}", Staff::mayChangeOwn, this::end));
    }

    /**
     * The session as JSON.
     *
     * @param token the bearer token, only in the response to the sign-in
     * @param stepUp what the operator proves again with who they are
     * @param secondFactorMissing whether the operator must set up a second factor before anything else
     */
    private record View(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String token,

            UUID id,
            String username,
            Operator.Role role,
            Set<Permission> permissions,
            Sessions.Proof stepUp,
            boolean secondFactorMissing,
            Instant expiresAt,
            String serviceVersion) {
        static View of(Staff staff, Sessions.Proof stepUp, @Nullable String token) {
            return new View(
                    token,
                    staff.sessionId(),
                    staff.username(),
                    staff.role(),
                    staff.permissions(),
                    stepUp,
                    staff.mustEnrol(),
                    staff.expiresAt(),
                    Version.TEXT);
        }
    }

    private Answer open(Visit visit) {
        var body = visit.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        var code = body.textOrNull("code", TEXT_MAX);
        body.check();
        var opened = sessions.open(username, password, code, Client.of(visit));
        return Answer.ok(view(opened.person(), opened.token()));
    }

    private View view(Staff staff, @Nullable String token) {
        return View.of(staff, sessions.proof(staff), token);
    }

    private Answer close(SessionCall<Staff> call) {
        sessions.close(call.token());
        return Answer.ok(Map.of());
    }

    private Answer changePassword(SessionCall<Staff> call) {
        var body = call.json();
        var current = body.text("current_password", SignIn.TYPED_LENGTH_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        body.check();
        sessions.changePassword(call, current, password);
        return Answer.ok(Map.of());
    }

    /** A session in a list. */
    private record Item(@JsonUnwrapped StaffSessions.Item session, boolean yours) {}

    /** Administrators see all sessions, other operators only their own. */
    private Answer list(SessionCall<Staff> call) {
        var items = directory.list(reach(call.person())).stream()
                .map(item -> new Item(item, item.id().equals(call.person().sessionId())));
        return Answer.ok(items.toList());
    }

    private Answer end(SessionCall<Staff> call) {
        var staff = call.person();
        directory.end(call.id("session"), reach(staff), Person.author(call));
        return Answer.ok(Map.of());
    }

    private static @Nullable UUID reach(Staff staff) {
        return staff.may(Permission.OPERATORS) ? null : staff.operatorId();
    }
}
