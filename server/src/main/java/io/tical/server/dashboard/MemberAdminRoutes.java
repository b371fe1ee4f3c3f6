package io.tical.server.dashboard;

import io.tical.common.Ids;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.Organizations;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member.Role;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** {@code /admin/v1/organizations/{id}/users}: operators manage the users of merchants' dashboards. */
record MemberAdminRoutes(Members members, Organizations organizations) {
    private static final int TEXT_MAX = 256;
    private static final String PATH = "/admin/v1/organizations/{id}/users";
    private static final Predicate<Staff> CHANGE = staff -> staff.may(Permission.ORGANIZATIONS);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(PATH, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.post(PATH, CHANGE, this::create).afterStepUp(),
                SessionEndpoint.delete(PATH + "/{user}", CHANGE, this::delete).afterStepUp());
    }

    private Answer list(SessionCall<Staff> call) {
        return Answer.ok(members.users().list(organization(call)));
    }

    private Answer create(SessionCall<Staff> call) {
        var organizationId = organization(call);
        var body = call.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        var role = body.word("role", Role.class);
        body.check();
        var users = members.users().by(Person.author(call));
        return Answer.created(users.create(organizationId, new SignIn(username, password), role.orElseThrow()));
    }

    private Answer delete(SessionCall<Staff> call) {
        var userId = Ids.parse(call.path("user")).orElseThrow(() -> Problem.NotFound.of("user"));
        return Answer.ok(members.delete(organization(call), null, userId, Person.author(call)));
    }

    private UUID organization(SessionCall<Staff> call) {
        return organizations.read(call.id("organization")).id();
    }
}
