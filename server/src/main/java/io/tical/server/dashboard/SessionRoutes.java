package io.tical.server.dashboard;

import io.tical.common.Version;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionCookie;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.Visit;
import io.tical.server.merchant.Policies;
import io.tical.server.session.Client;
import io.tical.server.session.KnownDevices;
import io.tical.server.session.Member;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** {@code /api/session} and {@code /api/password}: signing in and out, and changing the member's password. */
record SessionRoutes(Sessions<Member> sessions, Members members, Policies policies) {
    /** The cookie of the dashboard's sessions. */
    static final SessionCookie COOKIE = new SessionCookie("tical_session", Sessions.LIFETIME);

    private static final int TEXT_MAX = 256;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                new SessionEndpoint.Open<>("POST", "/api/session", this::open),
                new SessionEndpoint.Open<>("POST", "/api/session/passkey/options", this::askForPasskey),
                new SessionEndpoint.Open<>("POST", "/api/session/passkey", this::openWithPasskey),
                SessionEndpoint.get(
                        "/api/session", Member::mayRead, call -> Answer.ok(view(call.person(), call.token()))),
                SessionEndpoint.delete("/api/session", Member::mayChangeOwn, this::close),
                SessionEndpoint.put("/api/password", Member::mayChangeOwn, this::changePassword));
    }

    /**
     * The session as JSON.
     *
     * @param csrfToken the token that writing requests must send
     */
    private record View(
            String username,
            Member.Role role,
            UUID organizationId,
            String organizationName,
            String organizationCode,
            String timezone,
            String defaultCurrency,
            String csrfToken,
            Instant expiresAt,
            String serviceVersion) {}

    private Answer open(Visit visit) {
        var body = visit.json();
        var username = body.text("username", TEXT_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        var code = body.textOrNull("code", TEXT_MAX);
        body.check();
        return opened(sessions.open(username, password, code, Client.of(visit)), visit);
    }

    private Answer askForPasskey(Visit visit) {
        return Answer.ok(members.passkeys().request(visit.origin()));
    }

    private Answer openWithPasskey(Visit visit) {
        var signed = members.passkeys().verify(visit.origin(), PasskeyRoutes.credential(visit));
        return opened(sessions.enter(Client.of(visit), session -> members.enter(session, signed)), visit);
    }

    private Answer opened(Sessions.Opened<Member> opened, Visit visit) {
        return Answer.ok(view(opened.person(), opened.token()))
                .withCookie(COOKIE.set(opened.token(), visit.secure()))
                .withCookie(COOKIE.setDevice(opened.device(), KnownDevices.KEPT, visit.secure()));
    }

    private Answer close(SessionCall<Member> call) {
        sessions.close(call.token());
        return Answer.ok(Map.of()).withCookie(COOKIE.clear(call.visit().secure()));
    }

    private Answer changePassword(SessionCall<Member> call) {
        var body = call.json();
        var current = body.text("current_password", SignIn.TYPED_LENGTH_MAX);
        var password = body.text("password", SignIn.TYPED_LENGTH_MAX);
        body.check();
        sessions.changePassword(call, current, password);
        return Answer.ok(Map.of());
    }

    private View view(Member member, String token) {
        var policy = policies.of(member.organizationId());
        return new View(
                member.username(),
                member.role(),
                member.organizationId(),
                policy.name(),
                policy.code(),
                policy.zone().getId(),
                policy.defaultCurrency(),
                COOKIE.csrfToken(token),
                member.expiresAt(),
                Version.TEXT);
    }
}
