package io.tical.common.admin;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signed-in operator.
 *
 * @param token only in the answer to the sign-in
 * @param role {@code finance}, {@code support} or {@code admin}
 * @param permissions the operator's permissions, such as {@code slips}; none while {@code secondFactorMissing}
 * @param stepUp what the operator proves again with who they are: {@code code} or {@code password}
 * @param secondFactorMissing whether the operator must set up a second factor before anything else
 * @param serviceVersion such as {@code 1.0.0}
 */
public record OperatorSession(
        UUID id,
        @Nullable String token,
        String username,
        String role,
        Set<String> permissions,
        String stepUp,
        boolean secondFactorMissing,
        long expiresAt,
        String serviceVersion) {
    public boolean may(String permission) {
        return permissions.contains(permission);
    }
}
