package io.tical.server.merchant;

import io.tical.common.Word;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person who signs in to a merchant's dashboard.
 *
 * @param lastSignInAt null until the first time
 */
public record DashboardUser(
        UUID id,
        UUID organizationId,
        String username,
        Role role,
        Instant createdAt,
        @Nullable Instant lastSignInAt) {
    /** What the person may do there. */
    public enum Role implements Word {
        /** Everything. */
        OWNER,
        /** Look at everything. */
        VIEWER;

        /** The role of a stored word. */
        public static Role of(String word) {
            return find(word).orElseThrow(() -> new IllegalStateException("no such role: " + word));
        }

        /** The role that somebody names; empty when there is none such. */
        public static Optional<Role> find(String word) {
            return Word.find(Role.class, word);
        }
    }
}
