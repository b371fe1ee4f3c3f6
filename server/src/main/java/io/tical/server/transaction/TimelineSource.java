package io.tical.server.transaction;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What another package knows of an object. */
@FunctionalInterface
public interface TimelineSource {
    /** In no order. */
    List<Timeline.Entry> of(UUID organizationId, boolean livemode, UUID objectId);

    /** Both, this one's first. */
    default TimelineSource and(TimelineSource other) {
        return (organizationId, livemode, objectId) -> Stream.concat(
                        of(organizationId, livemode, objectId).stream(),
                        other.of(organizationId, livemode, objectId).stream())
                .toList();
    }
}
