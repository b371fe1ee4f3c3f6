package io.tical.server.staff;

import io.tical.common.Word;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of the service's staff, who belongs to no organization.
 *
 * @param disabledAt when the operator was disabled; null while active
 */
public record Operator(
        UUID id,
        String username,
        Role role,
        Instant createdAt,
        @Nullable Instant disabledAt) {
    /** A role, with its permissions. */
    public enum Role implements Word {
        FINANCE(EnumSet.of(
                Permission.READ,
                Permission.SLIPS,
                Permission.PAYOUTS,
                Permission.REFUNDS,
                Permission.CUSTOMERS,
                Permission.MONEY)),
        SUPPORT(EnumSet.of(Permission.READ, Permission.TICKETS, Permission.CALLBACKS)),
        ADMIN(EnumSet.allOf(Permission.class));

        private final Set<Permission> permissions;

        Role(Set<Permission> permissions) {
            this.permissions = Set.copyOf(permissions);
        }

        /** The permissions, in the order of {@link Permission}. */
        public Set<Permission> permissions() {
            return EnumSet.copyOf(permissions);
        }

        boolean may(Permission permission) {
            return permissions.contains(permission);
        }
    }

    boolean active() {
        return disabledAt == null;
    }
}
