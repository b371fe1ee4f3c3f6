package io.tical.server.transaction;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Adds another package's entries to an object's timeline. */
@FunctionalInterface
public interface TimelineSource {
    /** The entries, in any order. */
    List<Timeline.Entry> of(UUID organizationId, boolean livemode, UUID objectId);

    /** The entries of this source, then those of the other. */
    default TimelineSource and(TimelineSource other) {
        return (organizationId, livemode, objectId) -> Stream.concat(
                        of(organizationId, livemode, objectId).stream(),
                        other.of(organizationId, livemode, objectId).stream())
                .toList();
    }
}
