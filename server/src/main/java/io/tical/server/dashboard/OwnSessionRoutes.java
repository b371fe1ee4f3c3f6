package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code /api/sessions}: the user's own sessions. */
record OwnSessionRoutes(MemberSessions sessions) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/sessions", Member::mayRead, this::list),
                SessionEndpoint.glance(
                        "/api/session/state",
                        Member::mayRead,
                        call -> Answer.ok(new State(call.person().expiresAt()))),
                SessionEndpoint.delete("/api/sessions", Member::mayChangeOwn, this::endOthers),
                SessionEndpoint.delete("/api/sessions/{id}", Member::mayChangeOwn, this::end));
    }

    private record State(Instant expiresAt) {}

    /** @param ended the number of sessions */
    record Ended(long ended) {}

    private Answer list(SessionCall<Member> call) {
        return Answer.ok(sessions.list(call.person(), call.token()));
    }

    private Answer endOthers(SessionCall<Member> call) {
        return Answer.ok(new Ended(sessions.endOthers(call.person(), call.token(), Person.author(call))));
    }

    private Answer end(SessionCall<Member> call) {
        sessions.end(call.person(), call.id("session"), Person.author(call));
        return Answer.ok(Map.of());
    }
}
