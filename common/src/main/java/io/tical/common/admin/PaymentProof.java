package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whether a bank statement proves that the money of a payin came. Times are Unix seconds.
 *
 * @param id the payin's
 * @param accountId the account into which it was to come
 * @param amount minor units
 * @param paidAt when it was credited
 * @param status {@code waiting}, {@code proved}, {@code missing} or {@code explained}
 * @param entryId the entry that proves it; null without one
 * @param waitUntil until when a person said to wait; null if nobody did
 * @param decidedBy who decided on it last; null if nobody did
 * @param note why
 * @param approval its decision that waits for a second person; null without one
 */
public record PaymentProof(
        UUID id,
        UUID organizationId,
        String organizationName,
        boolean livemode,
        UUID accountId,
        String currency,
        long amount,
        long paidAt,
        String status,
        @Nullable UUID entryId,
        @Nullable Long waitUntil,
        @Nullable String decidedBy,
        @Nullable String note,
        int version,
        long updatedAt,
        @Nullable String claimedBy,
        @Nullable Long claimedUntil,
        Approvals.@Nullable Row approval)
        implements WorkItem {}
