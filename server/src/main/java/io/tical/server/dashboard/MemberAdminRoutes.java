package io.tical.server.dashboard;

import io.tical.common.Ids;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.DashboardUser;
import io.tical.server.merchant.Organizations;
import io.tical.server.problem.Problem;
import io.tical.server.session.Member.Role;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/organizations/{id}/users}: operators manage the users of merchants' dashboards. An owner can do everything with the
 * merchant's money, so a second operator approves that one is created or deleted.
 */
record MemberAdminRoutes(Members members, Organizations organizations) {
    private static final String PATH = "/admin/v1/organizations/{id}/users";
    private static final String PASSWORD = "password";
    private static final String RESOURCE = "user";
    private static final int TEXT_MAX = 256;

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(PATH, staff -> staff.may(Permission.READ), this::list));
    }

    List<StaffAction> actions() {
        return List.of(
                StaffAction.creation(PATH, Permission.ORGANIZATIONS, this::create)
                        .hiding(PASSWORD, members.users().passwords()::hash),
                StaffAction.change("DELETE", PATH + "/{user}", Permission.ORGANIZATIONS, (path, body) -> delete(path)));
    }

    private Answer list(SessionCall<Staff> call) {
        return Answer.ok(
                members.users().list(organizations.read(call.id("organization")).id()));
    }

    private StaffAction.Request create(Map<String, String> path, JsonBody body) {
        var organization = organizations.read(StaffAction.id(path, "organization"));
        var username = body.text("username", TEXT_MAX);
        var kept = path.get(PASSWORD);
        var password = kept == null ? body.text(PASSWORD, SignIn.TYPED_LENGTH_MAX) : "";
        var role = body.word("role", Role.class);
        body.check();
        var signIn = kept == null ? new SignIn(username, password) : null;
        var name = SignIn.normal(username);
        var created = new AtomicReference<DashboardUser>();
        // Two requests to create the same user are about the same object.
        var object = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        var request = new StaffAction.Request(
                new TransactionKey(organization.id(), true, object),
                RESOURCE,
                StaffAction.NO_VERSION,
                null,
                by -> members.users().requireFree(name),
                by -> created.set(
                        members.users().by(by).create(organization.id(), name, hash(signIn, kept), role.orElseThrow())),
                created::get);
        var shown = new Shown(name, role.orElseThrow());
        return shown.role() == Role.OWNER
                ? request.changing(ControlChange.creation(subject(name, organization.name()), shown))
                : request;
    }

    private String hash(@Nullable SignIn signIn, @Nullable String kept) {
        return kept != null || signIn == null
                ? String.valueOf(kept)
                : members.users().passwords().hash(signIn.password());
    }

    private StaffAction.Request delete(Map<String, String> path) {
        var organization = organizations.read(StaffAction.id(path, "organization"));
        var userId = Ids.parse(path.getOrDefault("user", "")).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
        var user = members.users().deletable(organization.id(), userId);
        var request = new StaffAction.Request(
                new TransactionKey(organization.id(), true, userId),
                RESOURCE,
                StaffAction.NO_VERSION,
                by -> members.delete(organization.id(), userId, by),
                () -> user);
        return user.role() == Role.OWNER
                ? request.changing(ControlChange.removal(
                        subject(user.username(), organization.name()), new Shown(user.username(), user.role())))
                : request;
    }

    private static String subject(String username, String organization) {
        return username + " · " + organization;
    }

    private record Shown(String username, Role role) {}
}
