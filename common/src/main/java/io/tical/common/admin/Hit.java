package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hit of a search.
 *
 * @param type such as {@code payin} or {@code organization}
 * @param amount minor units; null for objects without money
 * @param matched the matching field, such as {@code reference}
 */
public record Hit(
        String type,
        UUID id,
        UUID organizationId,
        String organizationName,
        @Nullable Boolean livemode,
        @Nullable String status,
        @Nullable Long amount,
        @Nullable String currency,
        long createdAt,
        String matched) {}
