package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator.
 *
 * @param role {@code finance}, {@code support} or {@code admin}
 * @param disabledAt since when they may not sign in
 * @param secondFactor whether they sign in with a code; only in lists
 * @param secondFactorRequired whether their role requires it; only in lists
 * @param roleVersion of what the role requires; only in lists
 * @param approval the change of how they sign in that waits; null without one
 */
public record OperatorAccount(
        UUID id,
        String username,
        String role,
        long createdAt,
        @Nullable Long disabledAt,
        boolean secondFactor,
        boolean secondFactorRequired,
        long roleVersion,
        Approvals.@Nullable Row approval)
        implements Listed {
    public String status() {
        return disabledAt == null ? "active" : "disabled";
    }
}
