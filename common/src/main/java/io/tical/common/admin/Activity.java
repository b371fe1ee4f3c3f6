package io.tical.common.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The activity of the last hours.
 *
 * @param hours their beginnings, oldest first
 */
public record Activity(List<Long> hours, List<Count> counts) {
    /**
     * Objects of one kind.
     *
     * @param kind such as {@code payin}
     * @param subject such as a currency or a rail
     * @param hour when they were created; null for a count of the present state
     * @param outcome such as {@code succeeded}
     * @param amount minor units; null for objects without money
     */
    public record Count(
            String kind,
            String subject,
            @Nullable Long hour,
            String outcome,
            long count,
            @Nullable Long amount) {}
}
