package io.tical.server.dashboard;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.DashboardUser;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.session.Member.Role;
import io.tical.server.session.SignIn;
import java.util.List;

/** {@code /api/users}: the organization's users. */
record UserRoutes(Members members) {
    private static final int TEXT_MAX = 256;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/users", Member::mayRead, this::list),
                SessionEndpoint.post("/api/users", Member::mayChange, this::create),
                SessionEndpoint.delete("/api/users/{id}", Member::mayChange, this::delete));
    }

    private record View(@JsonUnwrapped DashboardUser user, boolean you) {
        static View of(DashboardUser user, Member reader) {
            return new View(user, user.id().equals(reader.userId()));
        }
    }

    private Answer list(SessionCall<Member> call) {
        return Answer.ok(members.users().list(call.person().organizationId()).stream()
                .map(user -> View.of(user, call.person()))
                .toList());
    }

    private Answer create(SessionCall<Member> call) {
        var body = call.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", TEXT_MAX);
        var word = body.text("role", TEXT_MAX);
        var role = Word.find(Role.class, word);
        if (role.isEmpty() && !word.isEmpty()) {
            body.wrong("role", "unknown", "must be owner or viewer");
        }
        body.check();
        var user = members.users()
                .by(Person.author(call))
                .create(call.person().organizationId(), new SignIn(username, password), role.orElse(Role.VIEWER));
        return Answer.created(View.of(user, call.person()));
    }

    private Answer delete(SessionCall<Member> call) {
        var own = call.person();
        var user = members.delete(own.organizationId(), own.userId(), call.id("user"), Person.author(call));
        return Answer.ok(View.of(user, own));
    }
}
