package io.tical.server.transaction;

import java.util.List;
import java.util.stream.Stream;

/** Adds another package's entries to an object's timeline. */
@FunctionalInterface
public interface TimelineSource {
    /** The entries, in any order. */
    List<Timeline.Entry> of(TransactionKey object);

    /** The entries of this source, then those of the other. */
    default TimelineSource and(TimelineSource other) {
        return object ->
                Stream.concat(of(object).stream(), other.of(object).stream()).toList();
    }
}
