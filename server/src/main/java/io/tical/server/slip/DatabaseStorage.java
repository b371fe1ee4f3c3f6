package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.transaction.TransactionKey;
import java.util.Optional;

/** Stores pictures in the database, so that one backup contains everything. */
record DatabaseStorage(Database database) implements SlipStorage {
    @Override
    public void put(TransactionKey key, byte[] file) {
        database.transaction(
                session -> key.bind(session.sql("""
                        INSERT INTO slip_image (organization_id, livemode, slip_id, file, created_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:slip AS uuid), :file, clock_timestamp())
                        ON CONFLICT (organization_id, livemode, slip_id) DO UPDATE SET file = excluded.file
                        """), "slip").bind("file", file).run());
    }

    @Override
    public Optional<byte[]> get(TransactionKey key) {
        return database.run(session -> key.bind(session.sql("""
                        SELECT file FROM slip_image
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND slip_id = cast(:slip AS uuid)
                        """), "slip").first(row -> row.bytes("file")));
    }

    @Override
    public void delete(TransactionKey key) {
        database.transaction(session -> key.bind(session.sql("""
                        DELETE FROM slip_image
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND slip_id = cast(:slip AS uuid)
                        """), "slip").run());
    }
}
