package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator.
 *
 * @param role {@code finance}, {@code support} or {@code admin}
 * @param disabledAt since when they may not sign in
 * @param secondFactor whether they sign in with a code; only in lists
 */
public record OperatorAccount(
        UUID id,
        String username,
        String role,
        long createdAt,
        @Nullable Long disabledAt,
        boolean secondFactor) implements Listed {
    public String status() {
        return disabledAt == null ? "active" : "disabled";
    }
}
