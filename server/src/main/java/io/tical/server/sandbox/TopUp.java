package io.tical.server.sandbox;

import java.util.UUID;

/**
 * The receipt of test money.
 *
 * @param livemode always false
 * @param amountMinor minor units credited
 * @param availableAfter minor units available behind it
 * @param createdAt Unix seconds
 */
public record TopUp(
        UUID id, boolean livemode, String currency, long amountMinor, long availableAfter, long createdAt) {}
