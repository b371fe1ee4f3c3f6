package io.tical.server.idempotency;

import java.util.function.Function;

/**
 * A request that must take effect at most once.
 *
 * @param fingerprint {@link RequestHash#fingerprint} of all that it asks for
 * @param render its result as the answer that is stored in the transaction of the effect
 */
public record IdempotentRequest<R>(IdempotencyKey key, long fingerprint, Function<R, StoredAnswer> render) {
    /** This request for an operation whose result holds the one that is rendered. */
    public <S> IdempotentRequest<S> of(Function<S, R> result) {
        return new IdempotentRequest<>(key, fingerprint, result.andThen(render));
    }
}
