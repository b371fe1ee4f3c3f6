package io.tical.server.rail;

import java.util.UUID;

/**
 * One attempt to send one leg of a payout.
 *
 * @param attemptId the end-to-end reference, unique per attempt
 * @param step the number of the leg, from 1
 * @param amount the amount of this leg in minor units
 * @param payoutAmount the amount of the whole payout in minor units
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
