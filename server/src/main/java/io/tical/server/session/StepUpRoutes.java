package io.tical.server.session;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * {@code …/session/step-up}: the proof of {@link StepUp}.
 *
 * @param path the path of the surface, such as {@code /admin/v1}
 * @param allowed whether a person may change their own settings
 */
public record StepUpRoutes<P extends Directory.Person>(Sessions<P> sessions, String path, Predicate<P> allowed) {
    private static final int TEXT_MAX = 256;

    public List<SessionEndpoint<P>> endpoints() {
        return List.of(SessionEndpoint.post(path + "/session/step-up", allowed, this::stepUp));
    }

    private record Valid(Instant validUntil) {}

    private Answer stepUp(SessionCall<P> call) {
        var body = call.json();
        var code = body.textOrNull("code", TEXT_MAX);
        var password = body.textOrNull("password", SignIn.TYPED_LENGTH_MAX);
        body.check();
        return Answer.ok(new Valid(sessions.stepUp(call, code, password)));
    }
}
