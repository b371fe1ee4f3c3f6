package io.tical.common.admin;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an object.
 *
 * @param kind {@code state}, {@code posting}, {@code delivery}, {@code slip}, {@code consent}, {@code match} or {@code staff}
 * @param detail depends on the kind
 */
public record TimelineItem(
        long at,
        String kind,
        String title,
        JsonNode detail,
        @Nullable String requestId) {}
