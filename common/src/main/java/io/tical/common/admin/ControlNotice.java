package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of a control, of which all administrators are told.
 *
 * @param subject what it concerns, in words
 * @param status {@code unread} or {@code read}, by this operator
 */
public record ControlNotice(
        @JsonUnwrapped AuditEntry entry,
        String subject,
        @Nullable String organizationName,
        String status,
        @Nullable Long acknowledgedAt)
        implements Listed {
    @Override
    public UUID id() {
        return entry.id();
    }
}
