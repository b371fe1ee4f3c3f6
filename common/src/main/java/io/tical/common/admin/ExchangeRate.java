package io.tical.common.admin;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A rate at which settlements are converted.
 *
 * @param environment {@code live} or {@code test}
 * @param approval its change that waits; null without one
 * @param rate whole units of the target for one whole unit of the source, an exact decimal; null after it was removed
 */
public record ExchangeRate(
        String environment,
        String sourceCurrencyCode,
        String targetCurrencyCode,
        @Nullable String rate,
        int version,
        long updatedAt,
        Approvals.@Nullable Row approval)
        implements Listed {
    /** The service identifies a rate by its environment and currencies. */
    @Override
    public UUID id() {
        var key = environment + sourceCurrencyCode + targetCurrencyCode;
        return UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }
}
