package io.tical.db;

import java.util.UUID;

/** The organization and environment of a row, with which the keys of most tables begin. */
public record RowOwner(UUID organizationId, boolean livemode) {
    private static final int BYTES = 17;

    /** The owner of a row. The few tables whose keys do not begin with an owner get that of the service in test. */
    static RowOwner of(RowKey row) {
        var key = row.bytes();
        return key.limit() < BYTES
                ? new RowOwner(new UUID(0, 0), false)
                : new RowOwner(new UUID(key.getLong(0), key.getLong(Long.BYTES)), key.get(BYTES - 1) != 0);
    }
}
