package io.tical.common.admin;

import java.util.UUID;

/** The fields that every object for decisions has. */
public interface WorkItem extends Listed {
    UUID organizationId();

    String organizationName();

    /** False for test objects. */
    boolean livemode();

    String status();
}
