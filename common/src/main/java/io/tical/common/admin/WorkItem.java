package io.tical.common.admin;

import java.util.UUID;

/** What every object has that operators decide on. */
public interface WorkItem extends Listed {
    UUID organizationId();

    String organizationName();

    /** False for test objects. */
    boolean livemode();

    String status();
}
