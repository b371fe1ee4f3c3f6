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
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** {@code /api/users}: the organization's users. */
record UserRoutes(Members members, MemberSessions sessions) {
    private static final int TEXT_MAX = 256;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/users", Member::mayRead, this::list),
                SessionEndpoint.post("/api/users", Member::mayChange, this::create),
                SessionEndpoint.delete("/api/users/{id}", Member::mayChange, this::delete),
                SessionEndpoint.delete("/api/users/{id}/sessions", Member::mayChange, this::endSessions),
                SessionEndpoint.delete("/api/users/{id}/second-factor", Member::mayChange, this::resetSecondFactor));
    }

    /**
     * @param you whether it is the requesting user
     * @param secondFactor whether the user signs in with a code
     * @param passkeys the number of the user's passkeys
     */
    private record View(@JsonUnwrapped DashboardUser user, boolean you, boolean secondFactor, long passkeys) {
        static View of(DashboardUser user, Member reader, Set<UUID> secondFactors, Map<UUID, Long> passkeys) {
            return new View(
                    user,
                    user.id().equals(reader.userId()),
                    secondFactors.contains(user.id()),
                    passkeys.getOrDefault(user.id(), 0L));
        }
    }

    private Answer list(SessionCall<Member> call) {
        var factors = members.factors().ofOrganization(call.person().organizationId());
        var passkeys = members.passkeys().counts(call.person().organizationId());
        return Answer.ok(members.users().list(call.person().organizationId()).stream()
                .map(user -> View.of(user, call.person(), factors, passkeys))
                .toList());
    }

    private Answer create(SessionCall<Member> call) {
        var body = call.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        var word = body.text("role", TEXT_MAX);
        var role = Word.find(Role.class, word);
        if (role.isEmpty() && !word.isEmpty()) {
            body.wrong("role", "unknown", "must be owner or viewer");
        }
        body.check();
        var user = members.users()
                .by(Person.author(call))
                .create(call.person().organizationId(), new SignIn(username, password), role.orElse(Role.VIEWER));
        return Answer.created(View.of(user, call.person(), Set.of(), Map.of()));
    }

    private Answer delete(SessionCall<Member> call) {
        var own = call.person();
        var user = members.delete(own.organizationId(), own.userId(), call.id("user"), Person.author(call));
        return Answer.ok(View.of(user, own, Set.of(), Map.of()));
    }

    private Answer endSessions(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var userId = call.id("user");
        members.requireUser(organizationId, userId);
        return Answer.ok(new OwnSessionRoutes.Ended(sessions.endAll(organizationId, userId, Person.author(call))));
    }

    private Answer resetSecondFactor(SessionCall<Member> call) {
        members.resetSecondFactor(call.person(), call.id("user"), Person.author(call));
        return Answer.ok(Map.of());
    }
}
