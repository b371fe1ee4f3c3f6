package io.tical.server.http;

import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.RequestHash;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** A request of a signed-in user. */
public record SessionCall<P>(P person, String token, Visit visit) implements Request {
    @Override
    public String target() {
        return visit.target();
    }

    @Override
    public Map<String, String> path() {
        return visit.path();
    }

    @Override
    public Query query() {
        return visit.query();
    }

    @Override
    public byte[] body() {
        return visit.body();
    }

    /**
     * The data for idempotent execution of this request. A request without an {@code Idempotency-Key} gets a new key, which no client can
     * choose.
     *
     * @param named converts the sent key to the key of the record
     * @throws Problem.BadRequest {@code IDEMPOTENCY_KEY_INVALID}
     */
    public <R> IdempotentRequest<R> idempotent(Function<String, IdempotencyKey> named, Function<R, Answer> render) {
        var key = named.apply(Gate.idempotencyKey(visit.idempotencyKey()));
        var request = Hashes.sha256((target() + "\n").getBytes(StandardCharsets.UTF_8), body());
        return new IdempotentRequest<>(
                key,
                RequestHash.fingerprint(request),
                result -> render.apply(result).stored());
    }

    /** @throws Problem.BadRequest {@code IDEMPOTENCY_KEY_REQUIRED} if the request has no {@code Idempotency-Key} */
    public void requireIdempotencyKey() {
        if (visit.idempotencyKey() == null) {
            throw new Problem.BadRequest(
                    "IDEMPOTENCY_KEY_REQUIRED", "This operation needs an Idempotency-Key header; reuse it for retries");
        }
    }
}
