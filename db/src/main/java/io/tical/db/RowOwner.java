package io.tical.db;

import java.util.UUID;

/** Whose row it is, and in which environment: with what the keys of most tables begin. */
public record RowOwner(UUID organizationId, boolean livemode) {
    private static final int BYTES = 17;

    /** The owner, or for the few tables whose keys do not begin with one, none that exists. */
    static RowOwner of(RowKey row) {
        var key = row.bytes();
        return key.limit() < BYTES
                ? new RowOwner(new UUID(0, 0), false)
                : new RowOwner(new UUID(key.getLong(0), key.getLong(Long.BYTES)), key.get(BYTES - 1) != 0);
    }
}
