package io.tical.server.collection;

import java.util.UUID;

/**
 * An amount on one collection account in one environment. It is reserved for at most one holder at a time.
 *
 * @param transferAmount minor units
 */
public record AmountReservation(UUID collectionAccountId, boolean livemode, long transferAmount) {}
