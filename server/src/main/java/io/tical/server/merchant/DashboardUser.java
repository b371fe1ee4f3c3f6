package io.tical.server.merchant;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tical.server.session.Member;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A user of a merchant's dashboard, as in JSON, which omits the organization.
 *
 * @param lastSignInAt null before the first sign-in
 */
public record DashboardUser(
        UUID id,
        @JsonIgnore UUID organizationId,
        String username,
        Member.Role role,
        Instant createdAt,
        @Nullable Instant lastSignInAt) {}
