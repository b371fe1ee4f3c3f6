package io.tical.server.session;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * {@code …/second-factor}: a person's own second factor, the same on every surface.
 *
 * @param path the path of the surface, such as {@code /api}
 * @param allowed whether a person may change their own settings
 */
public record SecondFactorRoutes<P extends Directory.Person>(
        Sessions<P> sessions, SecondFactors factors, String path, Predicate<P> allowed) {

    public List<SessionEndpoint<P>> endpoints() {
        var own = path + "/second-factor";
        return List.of(
                SessionEndpoint.get(
                        own,
                        allowed,
                        call -> Answer.ok(new Own(
                                factors.state(call.person().key()), sessions.requiresSecondFactor(call.person())))),
                SessionEndpoint.post(own, allowed, this::enrol),
                SessionEndpoint.post(own + "/confirm", allowed, this::confirm),
                SessionEndpoint.post(own + "/recovery-codes", allowed, this::renewRecoveryCodes),
                SessionEndpoint.post(own + "/disable", allowed, this::disable));
    }

    /** @param required whether the person's role requires it, so that it cannot be turned off */
    private record Own(@JsonUnwrapped SecondFactors.State state, boolean required) {}

    private record Codes(List<String> recoveryCodes) {}

    private Answer enrol(SessionCall<P> call) {
        var password = text(call, "password");
        return Answer.ok(sessions.confirmed(
                call,
                password,
                release -> factors.enrol(call.person(), session -> sessions.requireOpen(session, call), release)));
    }

    private Answer confirm(SessionCall<P> call) {
        var code = text(call, "code");
        return Answer.ok(new Codes(sessions.counted(
                call, release -> factors.confirm(call.person().key(), code, Directory.Person.author(call), release))));
    }

    private Answer renewRecoveryCodes(SessionCall<P> call) {
        var code = text(call, "code");
        return Answer.ok(new Codes(sessions.counted(
                call,
                release -> factors.renewRecoveryCodes(
                        call.person().key(), code, Directory.Person.author(call), release))));
    }

    private Answer disable(SessionCall<P> call) {
        var code = text(call, "code");
        if (sessions.requiresSecondFactor(call.person())) {
            throw new Problem.Conflict(
                    "SECOND_FACTOR_MANDATORY",
                    "Two-step sign-in is required of you, by your role or because you asked for or approved that your role no longer requires it, so it"
                            + " cannot be turned off. If you lost your authenticator app, ask an administrator to reset it.");
        }
        sessions.counted(call, release -> {
            factors.disable(call.person().key(), code, Directory.Person.author(call), release);
            return true;
        });
        return Answer.ok(Map.of());
    }

    private String text(SessionCall<P> call, String field) {
        var body = call.json();
        var text = body.text(field, SignIn.TYPED_LENGTH_MAX);
        body.check();
        return text;
    }
}
