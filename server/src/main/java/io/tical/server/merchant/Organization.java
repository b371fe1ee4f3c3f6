package io.tical.server.merchant;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A merchant.
 *
 * @param code ten characters that identify the organization to others
 * @param defaultCurrency the currency of requests that name none
 * @param zone the time zone of its days
 * @param switches the enabled channels and networks
 * @param version incremented by every change of its settings
 * @param fourEyesExceptions the operators for whom its four-eyes threshold is lower
 */
public record Organization(
        UUID id,
        String code,
        String name,
        String defaultCurrency,
        ZoneId zone,
        Thresholds thresholds,
        Switches switches,
        Instant createdAt,
        long version,
        List<FourEyesException> fourEyesExceptions) {
    /** The same with the next version. */
    Organization raised() {
        return new Organization(
                id,
                code,
                name,
                defaultCurrency,
                zone,
                thresholds,
                switches,
                createdAt,
                version + 1,
                fourEyesExceptions);
    }

    /**
     * The amount from which a live decision of an operator needs a second person; null if none does.
     *
     * @param person whether an operator, by username, counts as the same person
     */
    @Nullable
    Long fourEyes(Predicate<String> person) {
        return FourEyesException.of(this, person);
    }
}
