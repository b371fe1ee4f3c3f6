package io.tical.server.bench;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code bench --hostile} can do to a service. */
public enum Attack {
    UNREAD,
    HEADERS,
    BODIES,
    DESCRIPTORS,
    DEADLINES,
    MALFORMED,
    UPLOADS,
    SIGN_INS,
    PAGES;

    /** One attack of one size. */
    interface Round {
        /** What is done, with its size. */
        String name();

        /** Why it cannot be done on this machine; null where it can. */
        default @Nullable String obstacle() {
            return null;
        }

        /** Gets ready what takes processor time of its own, so that it takes none from the client that is measured. */
        default void prepare(ServiceProcess service) throws IOException, InterruptedException {}

        /** Attacks for about fifteen seconds; answers what was seen, and whether it is as wanted. */
        List<Finding> run(ServiceProcess service) throws IOException, InterruptedException;
    }

    /** Something seen beside what the healthy client saw. */
    record Finding(String text, boolean met) {}
}
