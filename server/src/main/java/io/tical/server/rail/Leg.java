package io.tical.server.rail;

import java.util.UUID;

/**
 * What a rail is told of one attempt of one leg.
 *
 * @param attemptId the end-to-end reference, never used twice
 * @param step which leg, from 1
 * @param amount minor units of this leg
 * @param payoutAmount minor units of the whole payout
 */
public record Leg(
        UUID organizationId,
        boolean livemode,
        UUID payoutId,
        UUID attemptId,
        int step,
        int steps,
        long amount,
        long payoutAmount,
        String currency,
        String bankCode,
        String accountNo,
        String holderName) {}
