package io.tical.server.overview;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A costly read of one environment. A result is kept for ten seconds, or longer if it was expensive: reading never uses more than a twentieth of
 * the time of one connection.
 */
public final class KeptRead<T> {
    public static final Duration KEPT_MIN = Duration.ofSeconds(10);

    private static final int KEPT_FACTOR = 20;

    private final LoadingCache<Boolean, Kept<T>> kept;

    private record Kept<T>(T value, Duration time) {}

    /** @param read of live if true */
    public KeptRead(Function<Boolean, T> read) {
        this.kept = Caffeine.newBuilder()
                .expireAfter(Expiry.<Boolean, Kept<T>>creating((_, value) -> value.time()))
                .build(livemode -> {
                    var began = System.nanoTime();
                    var value = read.apply(livemode);
                    var took = Duration.ofNanos(System.nanoTime() - began);
                    return new Kept<>(value, Collections.max(List.of(KEPT_MIN, took.multipliedBy(KEPT_FACTOR))));
                });
    }

    public T of(boolean livemode) {
        return Objects.requireNonNull(kept.get(livemode)).value();
    }
}
