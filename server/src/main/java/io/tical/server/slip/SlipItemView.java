package io.tical.server.slip;

import io.tical.server.payin.Channel;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slip in the operators' queue, as JSON.
 *
 * @param amount minor units to be transferred
 * @param reference of the transfer that it shows, as far as known
 * @param paidAmount minor units that arrived, as the decision says; null without one, and for a rejection
 * @param feeAmount of the payin that it paid, and so {@code netAmount}; null if it paid none
 */
record SlipItemView(
        UUID id,
        UUID payinId,
        String orderRef,
        boolean livemode,
        long amount,
        String currency,
        SlipStatus status,
        Channel channel,
        @Nullable String reference,
        @Nullable Long paidAmount,
        @Nullable Long feeAmount,
        @Nullable Long netAmount,
        @Nullable Instant decidedAt,
        Instant uploadedAt,
        long version) {
    static SlipItemView of(ListedSlip item) {
        var slip = item.slip();
        var upload = slip.upload();
        var transfer = slip.progress().transfer();
        var decision = slip.progress().decision();
        var paid = item.paid();
        return new SlipItemView(
                slip.key().id(),
                upload.payinId(),
                upload.merchantRef(),
                slip.key().livemode(),
                upload.amount(),
                upload.currency(),
                slip.progress().status(),
                upload.channel(),
                transfer == null ? null : transfer.reference(),
                decision == null ? null : decision.paid(),
                paid == null ? null : Long.valueOf(paid.fee()),
                paid == null ? null : Long.valueOf(paid.net()),
                decision == null ? null : decision.at(),
                slip.uploadedAt(),
                slip.version());
    }
}
