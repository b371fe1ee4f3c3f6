package io.tical.server.holder;

import java.time.Instant;

/**
 * The holder of a bank account.
 *
 * @param cached whether the answer came from the cache
 * @param checkedAt when the upstream answered
 */
record AccountHolder(String bankCode, String accountNo, String holderName, boolean cached, Instant checkedAt) {}
