package io.tical.server.staff;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What administrators require of the operators of a role.
 *
 * @param secondFactorRequired whether they must sign in with a code; who has no second factor can only set one up
 * @param version raised by each change; 0 before the first one
 * @param updatedAt null before the first change
 */
public record RolePolicy(
        Operator.Role role,
        boolean secondFactorRequired,
        long version,
        @Nullable Instant updatedAt) {
    static RolePolicy unchanged(Operator.Role role) {
        return new RolePolicy(role, false, 0, null);
    }
}
