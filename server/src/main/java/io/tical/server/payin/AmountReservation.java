package io.tical.server.payin;

import java.util.UUID;

/**
 * An amount on one of the operator's accounts, in one environment: while a payin has it, no other does.
 *
 * @param transferAmount minor units
 */
record AmountReservation(UUID collectionAccountId, boolean livemode, long transferAmount) {}
