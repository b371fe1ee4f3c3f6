package io.tical.server.merchant;

import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;

/**
 * A merchant.
 *
 * @param code ten characters that identify the organization to others
 * @param defaultCurrency the currency of requests that name none
 * @param zone the time zone of its days
 * @param switches the enabled channels and networks
 */
public record Organization(
        UUID id,
        String code,
        String name,
        String defaultCurrency,
        ZoneId zone,
        Thresholds thresholds,
        Switches switches,
        Instant createdAt) {}
