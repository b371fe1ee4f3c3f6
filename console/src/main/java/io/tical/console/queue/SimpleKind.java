package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import java.util.Map;

/**
 * A kind whose items are their lines, and which no operator claims.
 *
 * @param <R> a line of the list, and an item
 */
public interface SimpleKind<R extends Listed> extends WorkKind<R, R> {
    @Override
    default Class<R> detailType() {
        return rowType();
    }

    @Override
    default R row(R detail) {
        return detail;
    }

    @Override
    default boolean hasEnvironment() {
        return false;
    }

    /** One filter, which shows everything. */
    @Override
    default Map<String, Map<String, String>> filters() {
        return Map.of(key() + ".filter.all", Map.of());
    }

    /** The service answers them all at once. */
    @Override
    default Page<R> page(AdminApi api, Map<String, String> query) {
        return new Page<>(api.list(path(), rowType()), null);
    }

    @Override
    default boolean searchable() {
        return false;
    }

    @Override
    default boolean claims() {
        return false;
    }

    /** No events. */
    @Override
    default String eventType() {
        return "";
    }
}
