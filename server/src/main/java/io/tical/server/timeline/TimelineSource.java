package io.tical.server.timeline;

import java.util.List;
import java.util.UUID;

/** What another room knows of an object. */
@FunctionalInterface
public interface TimelineSource {
    /** In no order. */
    List<Timeline.Entry> of(UUID organizationId, boolean livemode, UUID objectId);
}
