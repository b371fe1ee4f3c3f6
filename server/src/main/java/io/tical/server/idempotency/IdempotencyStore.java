package io.tical.server.idempotency;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The SQL of idempotency records. An operator's have the operator's id in place of the organization's, and are live. */
final class IdempotencyStore {
    private static final BulkWrite<Packed> INSERT = BulkWrite.<Packed>of("idempotency")
            .key("organization_id", "uuid", one -> one.key().organizationId())
            .key("key_hash", "uuid", one -> one.key().hash())
            .column("fingerprint", "bigint", one -> one.record().fingerprint())
            .column("status", "int", one -> one.record().answer().status())
            .column("answer", "bytea", Packed::answer)
            .computed("created_at", "clock_timestamp()");

    private static final String IN_ORDER = "ORDER BY organization_id, key_hash ";

    /** A record with its answer as it is stored. */
    record Packed(RowKey key, IdempotencyRecord record, byte[] answer) {
        static Packed of(IdempotencyRecord record) {
            return new Packed(
                    RowKey.of(record.key()),
                    record,
                    PackedAnswer.pack(record.answer().data()));
        }
    }

    private IdempotencyStore() {}

    /** The records of these keys, by key. */
    static Map<IdempotencyKey, IdempotencyRecord> find(Session session, Collection<IdempotencyKey> keys) {
        var found = new HashMap<IdempotencyKey, IdempotencyRecord>();
        findLater(session, keys, found);
        session.send();
        return found;
    }

    /** Adds the records of these keys, when the session's deferred statements have been sent. */
    static void findLater(
            Session session, Collection<IdempotencyKey> keys, Map<IdempotencyKey, IdempotencyRecord> found) {
        if (keys.isEmpty()) {
            return;
        }
        var byRow = keys.stream().collect(Collectors.toMap(RowKey::of, Function.identity(), (key, same) -> key));
        session.sql("""
                        SELECT i.organization_id, i.key_hash, i.fingerprint, i.status, i.answer
                        FROM unnest(cast(:organizations AS uuid[]), cast(:keys AS uuid[]))
                               AS requested (organization_id, key_hash)
                        JOIN idempotency i USING (organization_id, key_hash)
                        """)
                .bindEach("organizations", byRow.keySet(), RowKey::organizationId)
                .bindEach("keys", byRow.keySet(), RowKey::hash)
                .listLater(
                        row -> new IdempotencyRecord(
                                Objects.requireNonNull(byRow.get(RowKey.of(row))),
                                row.number("fingerprint"),
                                new StoredAnswer(row.integer("status"), PackedAnswer.unpack(row.bytes("answer")))),
                        records -> records.forEach(record -> found.put(record.key(), record)));
    }

    /**
     * Writes records in key order, so that two groups with common keys cannot deadlock. A transaction that is about to commit one
     * of the keys is waited for.
     *
     * @return how many were written: a key that is recorded already is not
     */
    static long insert(Session session, Collection<IdempotencyRecord> records) {
        var packed = records.stream().map(Packed::of).toList();
        return packed.isEmpty()
                ? 0
                : INSERT.insert(session, packed, IN_ORDER + "ON CONFLICT DO NOTHING")
                        .run();
    }

    /** The same when the session sends, and fails if one of the keys is recorded already; there is at least one record. */
    static void insertLater(
            Session session, List<Packed> records, Supplier<IdempotencyRecords.ConcurrentDuplicate> duplicate) {
        INSERT.insert(session, records, IN_ORDER)
                .onDuplicate("idempotency_pkey", duplicate)
                .runLater();
    }

    /** Deletes old records. Answers how many, at most {@code rowsMax}. */
    static long delete(Session session, Instant before, int rowsMax) {
        return session.sql("""
                        DELETE FROM idempotency WHERE (organization_id, key_hash) IN (
                            SELECT organization_id, key_hash FROM idempotency
                            WHERE created_at < :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run();
    }

    /** A key as its columns. */
    record RowKey(UUID organizationId, UUID hash) {
        static RowKey of(IdempotencyKey key) {
            return switch (key.principal()) {
                case Principal.Merchant merchant ->
                    new RowKey(merchant.organizationId(), RequestHash.key(merchant.livemode(), key.key()));
                case Principal.Operator operator -> new RowKey(operator.operatorId(), RequestHash.key(true, key.key()));
            };
        }

        static RowKey of(Row row) {
            return new RowKey(row.uuid("organization_id"), row.uuid("key_hash"));
        }
    }
}
