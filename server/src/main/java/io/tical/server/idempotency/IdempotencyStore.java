package io.tical.server.idempotency;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of idempotency records. */
final class IdempotencyStore {
    /**
     * Not in the journal: after a record is deleted, its request can be executed again, but the merchant's reference of the existing
     * object refuses it.
     */
    static final Table<Packed> RECORDS = Table.unjournaledBriefly("idempotency", IdempotencyStore::columns);

    private static final String IN_ORDER = "ORDER BY key_hash ";

    /** A record with its answer as it is stored. */
    record Packed(UUID keyHash, Instant createdAt, long fingerprint, int status, byte[] answer) {
        static Packed of(IdempotencyRecord record) {
            return new Packed(
                    RequestHash.key(record.key()),
                    Ids.now(),
                    record.fingerprint(),
                    record.answer().status(),
                    PackedAnswer.pack(record.answer().data()));
        }

        IdempotencyRecord of(IdempotencyKey key) {
            return new IdempotencyRecord(key, fingerprint, new StoredAnswer(status, PackedAnswer.unpack(answer)));
        }
    }

    private IdempotencyStore() {}

    /** The records of these keys, by key. Sends the session's deferred statements, also if there are no keys. */
    static Map<IdempotencyKey, IdempotencyRecord> find(Session session, Collection<IdempotencyKey> keys) {
        if (keys.isEmpty()) {
            session.send();
            return Map.of();
        }
        var byRow = keys.stream().collect(Collectors.toMap(RequestHash::key, Function.identity(), (key, same) -> key));
        return session.sql("""
                        SELECT i.* FROM unnest(cast(:keys AS uuid[])) AS requested (key_hash)
                        JOIN idempotency i USING (key_hash)
                        """).bindEach("keys", byRow.keySet(), hash -> hash).list(RECORDS.proved(session)).stream()
                .map(packed -> packed.of(Objects.requireNonNull(byRow.get(packed.keyHash()))))
                .collect(Collectors.toMap(IdempotencyRecord::key, Function.identity()));
    }

    /**
     * Writes records in key order, so that two groups with common keys cannot deadlock. Waits for a transaction that is about to
     * commit one of the keys.
     *
     * @return the number of written records, without those whose key is already recorded
     */
    static long insert(Session session, Collection<IdempotencyRecord> records) {
        var packed = records.stream().map(Packed::of).toList();
        return packed.isEmpty()
                ? 0
                : RECORDS.insert(session, packed, IN_ORDER + "ON CONFLICT DO NOTHING")
                        .run();
    }

    /** When the session sends, writes at least one record, and fails if one of the keys is already recorded. */
    static void insertLater(Session session, List<Packed> records) {
        RECORDS.insert(session, records, IN_ORDER)
                .onDuplicate("idempotency_pkey", IdempotencyRecords.ConcurrentDuplicate::new)
                .runLater();
    }

    /** Deletes at most {@code rowsMax} old records, except altered ones; returns as {@link io.tical.db.RowProof#forget}. */
    static long delete(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM idempotency WHERE created_at < :before LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return RECORDS.readingProof(session).forget(session, old);
    }

    private static Function<Row, Packed> columns(TableColumns<Packed> t) {
        var keyHash = t.key("key_hash", ID, Packed::keyHash);
        var createdAt = t.insertOnly("created_at", TIME, Packed::createdAt);
        var fingerprint = t.column("fingerprint", NUMBER, Packed::fingerprint);
        var status = t.column("status", INTEGER, Packed::status);
        var answer = t.column("answer", BYTES, Packed::answer);
        return row ->
                new Packed(keyHash.of(row), createdAt.of(row), fingerprint.of(row), status.of(row), answer.of(row));
    }
}
