package io.tical.common.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The fields that every object for decisions has. */
public interface WorkItem extends Listed {
    /** Null for an object of the service. */
    @Nullable
    UUID organizationId();

    String organizationName();

    /** False for test objects. */
    boolean livemode();

    String status();

    /** An object that belongs to no organization. */
    interface OfService extends WorkItem {
        @Override
        default @Nullable UUID organizationId() {
            return null;
        }

        @Override
        default String organizationName() {
            return "";
        }
    }
}
