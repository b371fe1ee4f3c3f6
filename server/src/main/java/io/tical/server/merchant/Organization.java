package io.tical.server.merchant;

import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;

/**
 * A merchant.
 *
 * @param code ten characters by which others name it
 * @param defaultCurrency what is meant where no currency is named
 * @param zone where its days begin
 * @param switches what its payins may come in by
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
