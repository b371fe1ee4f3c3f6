package io.tical.server.dashboard;

import io.tical.server.merchant.DashboardUser.Role;
import java.time.Instant;
import java.util.UUID;

/**
 * Somebody of a merchant who has signed in.
 *
 * @param expiresAt when the session ends, however busy it is
 */
public record Member(UUID organizationId, UUID userId, String username, Role role, Instant expiresAt) {
    /** Everybody may look at everything of their organization. */
    boolean mayRead() {
        return true;
    }

    /** Everybody may do as they like with what is theirs alone: their session, their password. */
    boolean mayChangeOwn() {
        return true;
    }

    /** Owners alone may change what is the organization's. */
    boolean mayChange() {
        return switch (role) {
            case OWNER -> true;
            case VIEWER -> false;
        };
    }
}
