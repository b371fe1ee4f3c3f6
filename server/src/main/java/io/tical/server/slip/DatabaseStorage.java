package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import java.util.Optional;

/** Stores pictures in the database, so that one backup contains everything. */
record DatabaseStorage(Database database) implements SlipStorage {
    private static final String OF_KEY = " FROM slip_image" + TransactionKey.WHERE + "slip_id = cast(:slip AS uuid)";

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
        return database.run(
                session -> key.bind(session.sql("SELECT file" + OF_KEY), "slip").first(row -> row.bytes("file")));
    }

    @Override
    public void delete(TransactionKey key) {
        database.transaction(
                session -> key.bind(session.sql("DELETE" + OF_KEY), "slip").run());
    }
}
