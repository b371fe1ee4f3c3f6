package io.tical.common.admin;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The queues and their numbers of items.
 *
 * @param warnings what operators must know, such as {@code no_standby}; none from an older service
 */
public record Overview(List<Queue> queues, List<String> warnings) {
    public Overview {
        warnings = Objects.requireNonNullElse(warnings, List.of());
    }

    /**
     * One queue.
     *
     * @param queue its name, such as {@code slips_pending}
     * @param type of its objects, such as {@code slip}
     * @param count at most 10,000
     * @param more whether there are more than that
     * @param claimed how many of them an operator has claimed
     * @param oldestAt when the oldest one was created
     */
    public record Queue(
            String queue,
            String type,
            int count,
            boolean more,
            int claimed,
            @Nullable UUID oldestId,
            @Nullable Long oldestAt) {}
}
