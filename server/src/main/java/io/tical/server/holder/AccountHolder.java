package io.tical.server.holder;

import java.time.Instant;

/**
 * Whose account it is.
 *
 * @param cached whether the upstream was asked earlier than for this request
 * @param checkedAt when the upstream said so
 */
record AccountHolder(String bankCode, String accountNo, String holderName, boolean cached, Instant checkedAt) {}
