package io.tical.server.idempotency;

import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of idempotency records. An operator's have the operator's id in place of the organization's, and are live. */
final class IdempotencyStore {
    private IdempotencyStore() {}

    /** The records of these keys, by key. */
    static Map<IdempotencyKey, IdempotencyRecord> find(Session session, Collection<IdempotencyKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var byRow = keys.stream().collect(Collectors.toMap(RowKey::of, Function.identity(), (key, same) -> key));
        return session
                .sql("""
                        SELECT i.organization_id, i.livemode, i.key, i.fingerprint, i.status, i.data
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:keys AS text[]))
                               AS requested (organization_id, livemode, key)
                        JOIN idempotency i USING (organization_id, livemode, key)
                        """)
                .bindEach("organizations", byRow.keySet(), RowKey::organizationId)
                .bindEach("livemodes", byRow.keySet(), RowKey::livemode)
                .bindEach("keys", byRow.keySet(), RowKey::key)
                .list(row -> new IdempotencyRecord(
                        Objects.requireNonNull(byRow.get(RowKey.of(row))),
                        row.bytes("fingerprint"),
                        new StoredAnswer(row.integer("status"), row.bytes("data"))))
                .stream()
                .collect(Collectors.toMap(IdempotencyRecord::key, Function.identity()));
    }

    /**
     * Writes records in key order, so that two groups with common keys cannot deadlock. A transaction that is about to commit one
     * of the keys is waited for.
     *
     * @return how many were written: a key that is recorded already is not
     */
    static long insert(Session session, Collection<IdempotencyRecord> records) {
        if (records.isEmpty()) {
            return 0;
        }
        var keys = records.stream().map(record -> RowKey.of(record.key())).toList();
        return session.sql("""
                        INSERT INTO idempotency (organization_id, livemode, key, fingerprint, status, data, created_at)
                        SELECT organization_id, livemode, key, fingerprint, status, data, clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:keys AS text[]),
                                    cast(:fingerprints AS bytea[]), cast(:statuses AS int[]), cast(:bodies AS bytea[]))
                               AS r (organization_id, livemode, key, fingerprint, status, data)
                        ORDER BY organization_id, livemode, key COLLATE "C"
                        ON CONFLICT DO NOTHING
                        """)
                .bindEach("organizations", keys, RowKey::organizationId)
                .bindEach("livemodes", keys, RowKey::livemode)
                .bindEach("keys", keys, RowKey::key)
                .bindEach("fingerprints", records, IdempotencyRecord::fingerprint)
                .bindEach("statuses", records, record -> record.answer().status())
                .bindEach("bodies", records, record -> record.answer().data())
                .run();
    }

    /** Deletes old records. Answers how many, at most {@code rowsMax}. */
    static long delete(Session session, Instant before, int rowsMax) {
        return session.sql("""
                        DELETE FROM idempotency WHERE (organization_id, livemode, key) IN (
                            SELECT organization_id, livemode, key FROM idempotency
                            WHERE created_at < :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run();
    }

    /** A key as its columns. */
    private record RowKey(UUID organizationId, boolean livemode, String key) {
        static RowKey of(IdempotencyKey key) {
            return switch (key.principal()) {
                case Principal.Merchant merchant ->
                    new RowKey(merchant.organizationId(), merchant.livemode(), key.key());
                case Principal.Operator operator -> new RowKey(operator.operatorId(), true, key.key());
            };
        }

        static RowKey of(Row row) {
            return new RowKey(row.uuid("organization_id"), row.flag("livemode"), row.text("key"));
        }
    }
}
