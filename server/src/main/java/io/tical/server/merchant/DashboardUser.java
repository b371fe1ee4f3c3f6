package io.tical.server.merchant;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/** A person who signs in to a merchant's dashboard. */
public record DashboardUser(UUID id, UUID organizationId, String username, Role role, Instant createdAt) {
    /** What the person may do there. */
    public enum Role {
        /** Everything. */
        OWNER,
        /** Look at everything. */
        VIEWER;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Role of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
