package io.tical.server.slip;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.LeaseView;
import io.tical.server.payin.Channel;
import java.time.Instant;
import java.util.UUID;

/**
 * A slip in the operators' queue, as JSON.
 *
 * @param amount minor units to be transferred
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
        @JsonUnwrapped LeaseView lease,
        long version) {
    static SlipItemView of(Slip slip, String organizationName, LeaseView lease) {
        var upload = slip.upload();
        return new SlipItemView(
                slip.key().id(),
                upload.payinId(),
                upload.merchantRef(),
                slip.key().organizationId(),
                organizationName,
                slip.key().livemode(),
                upload.amount(),
                upload.currency(),
                slip.progress().status(),
                upload.channel(),
                slip.uploadedAt(),
                lease,
                slip.version());
    }
}
