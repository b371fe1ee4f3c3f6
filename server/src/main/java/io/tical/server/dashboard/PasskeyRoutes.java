package io.tical.server.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.http.Answer;
import io.tical.server.http.Request;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.session.Passkeys;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** {@code /api/passkeys}: the user's own passkeys. */
record PasskeyRoutes(Sessions<Member> sessions, Passkeys passkeys) {
    private static final int NAME_MAX = 64;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/passkeys",
                        Member::mayRead,
                        call -> Answer.ok(passkeys.list(call.person().key()))),
                SessionEndpoint.post("/api/passkeys/options", Member::mayChangeOwn, this::options),
                SessionEndpoint.post("/api/passkeys", Member::mayChangeOwn, this::register),
                SessionEndpoint.delete("/api/passkeys/{id}", Member::mayChangeOwn, this::remove));
    }

    private Answer options(SessionCall<Member> call) {
        var body = call.json();
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        body.check();
        sessions.confirmed(call, password, release -> {
            sessions.run(release);
            return true;
        });
        return Answer.ok(
                passkeys.creation(call.person(), call.token(), call.visit().origin()));
    }

    private Answer register(SessionCall<Member> call) {
        var body = call.json();
        var name = body.text("name", NAME_MAX);
        body.check();
        var visit = call.visit();
        return Answer.created(passkeys.register(
                call.person(),
                call.token(),
                visit.origin(),
                name,
                credential(call),
                Person.author(call),
                session -> sessions.requireOpen(session, call)));
    }

    private Answer remove(SessionCall<Member> call) {
        passkeys.remove(call.person().key(), call.id("passkey"), Person.author(call));
        return Answer.ok(Map.of());
    }

    /**
     * The browser's response: {@code credential} of the body.
     *
     * @throws Problem.Invalid if it is not an object
     */
    static JsonNode credential(Request request) {
        // Refuses a body that is not one JSON object.
        request.json();
        try {
            var credential = Json.mapper()
                    .readTree(new String(request.body(), StandardCharsets.UTF_8))
                    .path("credential");
            if (credential.isObject()) {
                return credential;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the body was read as JSON before", e);
        }
        throw new Problem.Invalid("credential", "required", "must be the browser's response");
    }
}
