package io.tical.server.settlement;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/**
 * The quoted terms of a converted settlement.
 *
 * @param id can be used only once
 * @param fee minor units of the source currency
 * @param targetAmount minor units of the target currency
 * @param rate whole units of the target currency for one whole unit of the source currency
 * @param expiresAt whole seconds; from then on it is invalid
 */
record Quote(UUID id, long fee, long targetAmount, BigDecimal rate, Instant expiresAt) {}
