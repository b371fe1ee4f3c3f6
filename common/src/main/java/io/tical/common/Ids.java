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

    /** Every id from the first to the last. */
    public record Range(UUID from, UUID to) {}

    /** The ids that begin with a text; empty when none can. */
    public static Optional<Range> withPrefix(String prefix) {
        if (prefix.isEmpty() || prefix.length() > 36) {
            return Optional.empty();
        }
        var from = parse(prefix + "00000000-0000-0000-0000-000000000000".substring(prefix.length()));
        var to = parse(prefix + "ffffffff-ffff-ffff-ffff-ffffffffffff".substring(prefix.length()));
        return from.flatMap(low -> to.map(high -> new Range(low, high)));
    }

    /** Reads the canonical form of any UUID; empty for every other text. */
    public static Optional<UUID> parse(String text) {
        return CANONICAL.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
