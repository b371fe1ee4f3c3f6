package io.tical.server.session;

import java.util.Optional;
import java.util.UUID;

/**
 * Identifies a person who signs in.
 *
 * @param organizationId of a merchant's user; empty for an operator
 */
public record PersonKey(Optional<UUID> organizationId, UUID personId) {
    public static PersonKey user(UUID organizationId, UUID userId) {
        return new PersonKey(Optional.of(organizationId), userId);
    }

    public static PersonKey operator(UUID operatorId) {
        return new PersonKey(Optional.empty(), operatorId);
    }
}
