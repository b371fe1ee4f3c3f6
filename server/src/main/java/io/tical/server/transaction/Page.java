package io.tical.server.transaction;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A requested page of a list, newest first.
 *
 * @param limit the maximum number of rows
 * @param offset rows to skip, 0 with {@code before}
 * @param before the last id of the previous page; null for the first page
 */
public record Page(int limit, int offset, @Nullable UUID before) {}
