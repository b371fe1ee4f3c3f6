package io.tical.server.slip;

import io.tical.server.payin.Channel;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slip in the operators' queue, as JSON.
 *
 * @param amount minor units to be transferred
 * @param claimedBy the username of who reviews it, or null
 * @param claimedUntil when that lease ends by itself
 */
record SlipItemView(
        UUID id,
        UUID payinId,
        String orderRef,
        UUID organizationId,
        String organizationName,
        boolean livemode,
        long amount,
        String currency,
        SlipStatus status,
        Channel channel,
        Instant uploadedAt,
        @Nullable String claimedBy,
        @Nullable Instant claimedUntil,
        long version) {
    static SlipItemView of(SlipReview.Item item) {
        var slip = item.slip();
        var upload = slip.upload();
        var lease = item.lease();
        return new SlipItemView(
                slip.key().id(),
                upload.payinId(),
                upload.merchantRef(),
                slip.key().organizationId(),
                item.organizationName(),
                slip.key().livemode(),
                upload.amount(),
                upload.currency(),
                slip.progress().status(),
                upload.channel(),
                slip.uploadedAt(),
                lease == null ? null : lease.operator(),
                lease == null ? null : lease.until(),
                slip.version());
    }
}
