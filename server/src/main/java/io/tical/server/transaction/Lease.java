package io.tical.server.transaction;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operator's lease on an object in review, so that two operators do not review it at the same time.
 *
 * @param operator the username
 * @param until when it expires; the operator may renew it
 */
public record Lease(String operator, Instant until) {
    public static final Duration DURATION = Duration.ofMinutes(5);

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * Takes the lease of an object, or renews it.
     *
     * @param current the object's lease, or null
     * @param object the object's name in messages, such as {@code slip}
     * @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it
     */
    public static Lease take(@Nullable Lease current, String object, String operator, Instant now) {
        requireFree(current, object, operator, now);
        return new Lease(operator, now.plus(DURATION));
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has the lease */
    public static void requireFree(@Nullable Lease current, String object, String operator, Instant now) {
        if (current != null && current.active(now) && !current.operator.equals(operator)) {
            throw new Problem.Conflict(
                    "ALREADY_CLAIMED",
                    "The operator " + current.operator + " is reviewing this " + object
                            + ". Try again after they release it, or at "
                            + CLOCK.format(current.until) + " UTC when their lock expires.");
        }
    }

    public boolean active(Instant now) {
        return now.isBefore(until);
    }
}
