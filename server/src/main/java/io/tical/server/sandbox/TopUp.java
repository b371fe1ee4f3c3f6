package io.tical.server.sandbox;

import java.util.UUID;

/**
 * The receipt of a top-up.
 *
 * @param livemode always false
 * @param amountMinor the credited amount in minor units
 * @param availableAfter the available balance afterwards, in minor units
 * @param createdAt Unix seconds
 */
public record TopUp(
        UUID id, boolean livemode, String currency, long amountMinor, long availableAfter, long createdAt) {}
