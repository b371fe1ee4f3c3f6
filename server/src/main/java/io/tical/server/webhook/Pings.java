package io.tical.server.webhook;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends test events: one signed callback, sent synchronously, always in the envelope with the event {@code ping}. A
 * successful test event resumes a suspended endpoint.
 *
 * @param limits limits test events, so that they cannot be used to flood third parties
 */
public record Pings(
        Database database,
        CallbackEndpoints endpoints,
        Outcome.Transport transport,
        TokenBuckets<UUID> limits,
        Clock clock) {
    private static final String EVENT = "ping";
    static final int PER_MINUTE = 30;

    /**
     * The result of a test event.
     *
     * @param statusCode the HTTP status, or null without a response
     * @param error why there was no response, or null
     */
    public record Result(
            boolean delivered,
            @Nullable Integer statusCode,
            long durationMs,
            @Nullable String error) {}

    /**
     * @throws Problem.Conflict {@code CALLBACK_URL_MISSING} when the endpoint has no URL
     * @throws Problem.RateLimited after more than {@value #PER_MINUTE} in a minute
     */
    public Result send(UUID organizationId, Kind kind) {
        limits.require(organizationId);
        var endpoint = new CallbackEndpoint.Key(organizationId, kind);
        var target = database.run(session -> endpoints.targets(session, List.of(endpoint)))
                .get(endpoint);
        if (target == null || target.url() == null) {
            throw new Problem.Conflict("CALLBACK_URL_MISSING", "Set the " + kind.word() + " callback URL first");
        }
        var at = clock.instant();
        var id = Ids.next();
        var data = "{\"message\":\"A test event; nothing happened\",\"transaction_type\":\"" + kind.word() + "\"}";
        var body = Callback.envelope(id, EVENT, false, at, data).getBytes(StandardCharsets.UTF_8);
        var callback = new Callback(organizationId, id, kind.word(), id, body);
        var began = System.nanoTime();
        var outcome = transport.post(target.url(), callback.headers(target, Ids.next(), at), callback.body());
        var durationMs = (System.nanoTime() - began) / 1_000_000;
        if (outcome.acknowledged()) {
            database.transaction(session -> {
                endpoints.succeeded(session, List.of(endpoint));
                return endpoint;
            });
        }
        return new Result(outcome.acknowledged(), outcome.statusCode(), durationMs, outcome.error());
    }
}
