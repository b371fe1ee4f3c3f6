package io.tical.server.rate;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rate that operators configured.
 *
 * @param source ISO 4217, or {@code USDT}
 * @param target ISO 4217
 * @param rate whole units of the target for one whole unit of the source; null for none
 * @param version incremented by every change
 */
public record ExchangeRate(
        boolean livemode,
        String source,
        String target,
        @Nullable BigDecimal rate,
        long version,
        Instant updatedAt) {}
