package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Issue tickets of merchants, which support answers. */
public final class Tickets {
    private Tickets() {}

    /**
     * A line of a list.
     *
     * @param requestId a request of the merchant, or the id of a transaction
     * @param transactionType such as {@code payin}
     * @param resolution the answer to the merchant
     */
    public record Row(
            UUID id,
            String requestId,
            @Nullable UUID transactionId,
            @Nullable String transactionType,
            String issueType,
            String issueSubType,
            String status,
            @Nullable String description,
            @Nullable String resolution,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            long createdAt,
            long updatedAt,
            @Nullable Long resolvedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            int version)
            implements WorkItem {}

    /** @param timeline of the transaction; empty without one */
    public record Detail(@JsonUnwrapped Row row, List<Comment> comments, List<TimelineItem> timeline) {}

    /** @param visible whether the merchant reads it */
    public record Comment(
            UUID id,
            String operator,
            @JsonProperty("public") boolean visible,
            String text,
            long createdAt) {}
}
