package io.tical.server.merchant;

import io.tical.common.Word;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/** One of the service's own staff, who belongs to no organization. */
public record Operator(UUID id, String username, Role role, Instant createdAt) {
    /** What the person's work is. */
    public enum Role implements Word {
        /** Slips, payouts, refunds, customers, money. */
        FINANCE,
        /** Tickets, resends, reading. */
        SUPPORT,
        /** Everything, and organizations, operators, configuration. */
        ADMIN;

        static Role of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
