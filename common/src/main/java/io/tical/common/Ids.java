package io.tical.common;

import com.github.f4b6a3.uuid.UuidCreator;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Identifiers: UUID version 7, made by the service, ordered by the millisecond in which they were made. */
public final class Ids {
    private static final Pattern CANONICAL =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private Ids() {}

    /** A new id; later calls of this process give larger ids. */
    public static UUID next() {
        return UuidCreator.getTimeOrderedEpochPlus1();
    }

    /** The millisecond in which the id was made. */
    public static Instant madeAt(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /** The boundary of a moment: smaller than every id made in its millisecond or later, larger than all before. */
    public static UUID boundary(Instant at) {
        return new UUID(at.toEpochMilli() << 16, 0);
    }

    /** Reads the canonical form of any UUID; empty for every other text. */
    public static Optional<UUID> parse(String text) {
        return CANONICAL.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
