package io.tical.server.merchant;

import io.tical.common.Word;
import java.time.Instant;
import java.util.UUID;

/** A member of the service's staff, who belongs to no organization. */
public record Operator(UUID id, String username, Role role, Instant createdAt) {
    public enum Role implements Word {
        /** Slips, payouts, refunds, customers, money. */
        FINANCE,
        /** Tickets, resends, reading. */
        SUPPORT,
        /** Everything, and organizations, operators, configuration. */
        ADMIN
    }
}
