package io.tical.common.admin;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What left and is not in the database, and whether anything may leave. */
public final class LostCases {
    private LostCases() {}

    /**
     * One case.
     *
     * @param organizationName null if the database does not have the organization either
     * @param kind {@code sent}: an attempt of a transfer; {@code told}: an outcome that the merchant was told
     * @param subject {@code payin}, {@code payout} or {@code settlement}
     * @param transactionId of the transaction as it was; the database may not have it
     * @param reference the merchant's, of the transaction
     * @param step the number of the transfer of a payout; null for an outcome
     * @param rail null for an outcome
     * @param event what the merchant was told; null for an attempt
     * @param adoptedBy the transaction that has taken it up
     */
    public record Row(
            UUID id,
            UUID organizationId,
            @Nullable String organizationName,
            boolean livemode,
            String status,
            String kind,
            String subject,
            UUID transactionId,
            @Nullable String reference,
            @Nullable Integer step,
            long amount,
            String currency,
            @Nullable String rail,
            @Nullable String event,
            long sentAt,
            long foundAt,
            @Nullable UUID adoptedBy,
            @Nullable Long closedAt,
            @Nullable String note,
            UUID logId,
            int version,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval)
            implements WorkItem {
        /** The name; the id if the database does not have the organization either. */
        @Override
        public String organizationName() {
            return organizationName == null ? organizationId.toString() : organizationName;
        }

        /** Whether the database has its organization. */
        public boolean hasOrganization() {
            return organizationName != null;
        }

        /** Whether it is an attempt of a transfer. */
        public boolean isSent() {
            return kind.equals("sent");
        }
    }

    /**
     * Whether the node that answered lets anything leave.
     *
     * @param reason why not; null if it does
     * @param since since when it does not
     * @param pictures of the environments in which something was lost
     */
    public record Fence(
            boolean open,
            @Nullable String reason,
            @Nullable Long since,
            List<Log> logs,
            long openCases,
            List<Picture> pictures) {}

    /**
     * A log of what left.
     *
     * @param status {@code open}, {@code closed} or {@code gone}
     * @param records everything up to this one is in the database
     * @param compared whether it was compared with the database as it is now
     * @param alive whether its node was at work in the last 30 seconds
     * @param held whether the node that answered has it
     * @param blocks whether that node lets nothing leave because of it
     * @param approval of two people saying that it is gone
     */
    public record Log(
            UUID id,
            String status,
            long records,
            boolean compared,
            long comparedAt,
            long seenAt,
            boolean alive,
            boolean held,
            boolean blocks,
            @Nullable String note,
            Approvals.@Nullable Row approval) {
        /** Whether people can say that it is gone. */
        public boolean canBeGone() {
            return !status.equals("gone") && !alive && approval == null;
        }
    }

    /**
     * What was lost in one environment, without what was closed.
     *
     * @param from when the first of it left
     * @param until when the last of it left
     */
    public record Picture(boolean livemode, long from, long until, List<Sum> sums, List<Concerned> organizations) {}

    /** @param amount minor units */
    public record Sum(String kind, String status, String currency, long count, long amount) {}

    /** @param name null if the database does not have the organization */
    public record Concerned(UUID id, @Nullable String name, long cases, long open) {}
}
