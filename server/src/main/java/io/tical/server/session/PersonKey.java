package io.tical.server.session;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a person who signs in.
 *
 * @param organizationId the organization of a merchant's user; null for an operator
 */
public record PersonKey(@Nullable UUID organizationId, UUID personId) {
    public static PersonKey user(UUID organizationId, UUID userId) {
        return new PersonKey(organizationId, userId);
    }

    public static PersonKey operator(UUID operatorId) {
        return new PersonKey(null, operatorId);
    }

    /** The organization of a merchant's user. */
    public UUID organization() {
        return Objects.requireNonNull(organizationId);
    }
}
