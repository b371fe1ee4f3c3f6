package io.tical.server.merchant;

import io.tical.common.Version;
import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** {@code GET /v1/me}: the organization and the scopes of the API key, so that a merchant can check it. */
public record MeRoutes(Function<UUID, String> organizationName, Function<UUID, String> organizationCode) {
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/v1/me", Scope.BALANCE_READ, this::me).anyScope());
    }

    /**
     * @param organizationCode by which other organizations transfer money to this one
     * @param keyPrefix the public prefix of the key
     * @param serviceVersion the version of the service
     */
    private record Me(
            UUID organizationId,
            String organizationName,
            String organizationCode,
            boolean livemode,
            List<String> scopes,
            String keyPrefix,
            String serviceVersion) {}

    private Answer me(Call call) {
        var caller = call.caller();
        return Answer.ok(new Me(
                caller.organizationId(),
                organizationName.apply(caller.organizationId()),
                organizationCode.apply(caller.organizationId()),
                caller.livemode(),
                caller.scopes().stream().sorted().map(Scope::word).toList(),
                caller.keyPrefix(),
                Version.TEXT));
    }
}
