package io.tical.server.collection;

import java.util.UUID;

/**
 * An amount on one collection account, in one environment. At most one holder has it at a time.
 *
 * @param transferAmount minor units
 */
public record AmountReservation(UUID collectionAccountId, boolean livemode, long transferAmount) {}
