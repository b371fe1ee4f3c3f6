package io.tical.server.transaction;

import io.tical.server.key.TransactionKey;
import java.util.List;
import java.util.stream.Stream;

/** Adds another package's items to an object's timeline. */
@FunctionalInterface
public interface TimelineSource {
    /** The items, in any order. */
    List<TimelineItem> of(TransactionKey object);

    /** The items of this source, then those of the other. */
    default TimelineSource and(TimelineSource other) {
        return object ->
                Stream.concat(of(object).stream(), other.of(object).stream()).toList();
    }
}
