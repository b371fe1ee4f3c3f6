package io.tical.server.transaction;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is requested, newest first.
 *
 * @param limit rows at most
 * @param offset rows to skip, 0 with {@code before}
 * @param before the last id of the previous page; null for the first page
 */
public record Page(int limit, int offset, @Nullable UUID before) {}
