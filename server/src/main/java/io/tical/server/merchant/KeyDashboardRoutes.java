package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.input.SeenVersion;
import io.tical.server.member.Environment;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /api/keys}: the API keys of both environments, and request signing with them. */
record KeyDashboardRoutes(ApiKeys keys, UnsignedRequests unsigned, Clock clock) {
    private static final int NAME_MAX = 100;
    private static final int SCOPE_LENGTH_MAX = 64;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/scopes", Member::mayRead, call -> scopes()),
                SessionEndpoint.get("/api/keys", Member::mayRead, this::list),
                SessionEndpoint.post("/api/keys", Member::mayChange, this::create),
                SessionEndpoint.post("/api/keys/{id}/regenerate", Member::mayChange, this::regenerate),
                SessionEndpoint.delete("/api/keys/{id}", Member::mayChange, this::revoke),
                SessionEndpoint.post("/api/keys/{id}/signing", Member::mayChange, this::enableSigning),
                SessionEndpoint.post("/api/keys/{id}/signing/require", Member::mayChange, this::requireSigning),
                SessionEndpoint.post("/api/keys/{id}/signing/rotate", Member::mayChange, this::rotateSigning),
                SessionEndpoint.delete("/api/keys/{id}/signing", Member::mayChange, this::disableSigning)
                        .taking("version"));
    }

    private record ScopeView(String scope, String description) {}

    private static Answer scopes() {
        return Answer.ok(EnumSet.allOf(Scope.class).stream()
                .map(scope -> new ScopeView(scope.word(), scope.description()))
                .toList());
    }

    /**
     * A key as JSON; times are Unix seconds.
     *
     * @param signingSince since when requests may or must be signed
     * @param previousSigningSecretUntil the end of the time in which requests may also be signed with the previous secret
     * @param unsignedRequests the requests without a signature since signing was turned on
     * @param version of its signing, for a change
     */
    private record View(
            UUID id,
            String environment,
            String name,
            String prefix,
            List<String> scopes,
            ApiKey.Signing signing,
            @Nullable Instant signingSince,
            @Nullable Instant previousSigningSecretUntil,
            long unsignedRequests,
            @Nullable Instant lastUnsignedAt,
            String version,
            ApiKey.Status status,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt) {}

    private View view(ApiKey key) {
        return view(key, ApiKey.Unsigned.NONE);
    }

    private View view(ApiKey key, ApiKey.Unsigned unsigned) {
        return new View(
                key.id(),
                Environment.word(key.livemode()),
                key.name(),
                key.prefix(),
                key.scopes().stream().sorted().map(Scope::word).toList(),
                key.signing(),
                key.signingSince(),
                key.previousSecretUntil(),
                unsigned.count(),
                unsigned.lastAt(),
                key.version(),
                key.statusAt(clock.instant()),
                key.createdAt(),
                key.expiresAt(),
                key.revokedAt());
    }

    /**
     * A new key, which is not shown again.
     *
     * @param signingSecret of a key that replaces one with request signing
     */
    private record Created(
            @JsonUnwrapped View view,
            String key,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String signingSecret) {}

    private Answer created(ApiKey.Created created) {
        return Answer.created(new Created(view(created.key()), created.secret(), created.signingSecret()));
    }

    private record SigningSecret(String signingSecret) {}

    private Answer list(SessionCall<Member> call) {
        unsigned.store();
        return Answer.ok(keys.listed(call.person().organizationId()).stream()
                .map(one -> view(one.key(), one.unsigned()))
                .toList());
    }

    private Answer create(SessionCall<Member> call) {
        var body = call.json();
        var livemode = Environment.of(body);
        var name = body.text("name", NAME_MAX);
        var scopes = body.has("scopes") ? scopes(body) : EnumSet.allOf(Scope.class);
        var expiresAt = body.timeOrNull("expires_at");
        body.check();
        return created(own(call)
                .create(call.person().organizationId(), new ApiKeys.NewKey(livemode, name.strip(), scopes, expiresAt)));
    }

    private static Set<Scope> scopes(JsonBody body) {
        var scopes = EnumSet.noneOf(Scope.class);
        var words = body.texts("scopes", Scope.values().length, SCOPE_LENGTH_MAX);
        for (int i = 0; i < words.size(); i++) {
            var field = "scopes[" + i + "]";
            Scope.of(words.get(i))
                    .ifPresentOrElse(
                            scopes::add, () -> body.wrong(field, "unknown", "is not a scope; see GET /api/scopes"));
        }
        return scopes;
    }

    private Answer regenerate(SessionCall<Member> call) {
        return created(own(call).regenerate(call.person().organizationId(), call.id("api_key")));
    }

    private Answer revoke(SessionCall<Member> call) {
        return Answer.ok(view(own(call).revoke(call.person().organizationId(), call.id("api_key"))));
    }

    private Answer enableSigning(SessionCall<Member> call) {
        return Answer.ok(
                new SigningSecret(own(call).enableSigning(call.person().organizationId(), call.id("api_key"))));
    }

    private Answer requireSigning(SessionCall<Member> call) {
        var id = call.id("api_key");
        return Answer.ok(view(own(call).requireSigning(call.person().organizationId(), id, seen(call))));
    }

    private Answer rotateSigning(SessionCall<Member> call) {
        var id = call.id("api_key");
        return Answer.ok(new SigningSecret(own(call).rotateSigning(call.person().organizationId(), id, seen(call))));
    }

    /** The version in the body; null if there is none, which is refused once the key is known to exist. */
    private static @Nullable String seen(SessionCall<Member> call) {
        var body = call.json();
        var seen = body.textOrNull("version", SeenVersion.LENGTH_MAX);
        body.check();
        return seen;
    }

    private Answer disableSigning(SessionCall<Member> call) {
        var id = call.id("api_key");
        var seen = call.query().text("version").orElse(null);
        return Answer.ok(view(own(call).disableSigning(call.person().organizationId(), id, seen)));
    }

    /** The use cases with this member as the author. */
    private ApiKeys own(SessionCall<Member> call) {
        return keys.by(Person.author(call));
    }
}
