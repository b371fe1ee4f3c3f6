package io.tical.server.idempotency;

import java.util.function.Function;

/**
 * A request that must take effect at most once.
 *
 * @param fingerprint {@link RequestHash#fingerprint} of the whole request
 * @param render converts its result to the answer, which is stored in the transaction of the effect
 */
public record IdempotentRequest<R>(IdempotencyKey key, long fingerprint, Function<R, StoredAnswer> render) {
    /** This request for an operation with another result, from which {@code result} takes the one to render. */
    public <S> IdempotentRequest<S> from(Function<S, R> result) {
        return new IdempotentRequest<>(key, fingerprint, result.andThen(render));
    }
}
