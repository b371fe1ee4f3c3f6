package io.tical.server.idempotency;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.http.Answer;
import io.tical.server.problem.Problem;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Every request takes effect once. Its answer is recorded in the transaction of its effect, so there is never one without
 * the other; only successes are recorded, so a refused request may be sent again. A twin on this node is refused while
 * the first runs; a twin on another node waits for the first to commit and is answered with its record.
 */
public final class IdempotencyRecords {
    /** How often an effect is tried again because a twin committed between the look and the write. */
    private static final int TWINS_MAX = 5;

    private final Database database;
    private final Set<Key> running = ConcurrentHashMap.newKeySet();

    public IdempotencyRecords(Database database) {
        this.database = database;
    }

    /** Whose key. */
    public record Key(UUID organizationId, boolean livemode, String key) {
        public static Key of(IdempotentRequest<?> intent) {
            return new Key(intent.caller().organizationId(), intent.caller().livemode(), intent.key());
        }
    }

    /** A recorded answer and what had been asked. */
    public record Record(Key key, byte[] fingerprint, int status, byte[] data) {
        /**
         * The recorded answer, for the same request.
         *
         * @throws Problem.Conflict {@code IDEMPOTENCY_KEY_REUSED} when another request used this key
         */
        public Answer replay(byte[] askedFingerprint) {
            if (!MessageDigest.isEqual(fingerprint, askedFingerprint)) {
                throw new Problem.Conflict(
                        "IDEMPOTENCY_KEY_REUSED",
                        "This Idempotency-Key was used for another request; use a new key for a new request");
            }
            return new Answer(status, data).withHeader("Idempotent-Replayed", "true");
        }
    }

    /** A twin committed first; the transaction must be rolled back and run again, and will find the twin's record. */
    public static final class ConcurrentDuplicate extends RuntimeException {
        public ConcurrentDuplicate() {
            super("a request with the same key committed first", null, false, false);
        }
    }

    /**
     * Runs an effect that moves no money: in one transaction with its record.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_REQUEST_IN_PROGRESS} while a twin runs on this node
     */
    public <R> Answer run(IdempotentRequest<R> intent, Function<Session, R> effect) {
        return alone(intent, () -> committed(intent, effect));
    }

    private <R> Answer committed(IdempotentRequest<R> intent, Function<Session, R> effect) {
        for (int attempt = 1; ; attempt++) {
            try {
                return database.transaction(session -> effectOrReplay(session, intent, effect));
            } catch (ConcurrentDuplicate duplicate) {
                if (attempt == TWINS_MAX) {
                    throw duplicate;
                }
            }
        }
    }

    /**
     * Runs an effect that needs to know something from outside the house first. The outside is asked only when no record
     * answers the request, and while no connection is held; a failure there leaves no record. A twin on another node may ask
     * too; of both effects one is committed.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_REQUEST_IN_PROGRESS} while a twin runs on this node
     */
    public <P, R> Answer run(IdempotentRequest<R> intent, Supplier<P> outside, BiFunction<Session, P, R> effect) {
        return alone(
                intent,
                () -> recorded(intent).orElseGet(() -> {
                    var known = outside.get();
                    return committed(intent, session -> effect.apply(session, known));
                }));
    }

    private static <R> Answer effectOrReplay(
            Session session, IdempotentRequest<R> intent, Function<Session, R> effect) {
        var key = Key.of(intent);
        var record = find(session, List.of(key)).get(key);
        if (record != null) {
            return record.replay(intent.fingerprint());
        }
        var answer = intent.render().apply(effectUnlessTwin(session, key, effect));
        insert(session, List.of(new Record(key, intent.fingerprint(), answer.status(), answer.data())));
        return answer;
    }

    /** A twin on another node may have committed while the effect waited for it; then what refuses us is the twin's doing. */
    private static <R> R effectUnlessTwin(Session session, Key key, Function<Session, R> effect) {
        try {
            return effect.apply(session);
        } catch (Problem refused) {
            if (find(session, List.of(key)).containsKey(key)) {
                throw new ConcurrentDuplicate();
            }
            throw refused;
        }
    }

    /** Runs one request of a key at a time on this node. */
    public <T> T alone(IdempotentRequest<?> intent, Supplier<T> request) {
        var key = Key.of(intent);
        if (!running.add(key)) {
            throw new Problem.Conflict(
                    "IDEMPOTENCY_REQUEST_IN_PROGRESS",
                    "A request with this Idempotency-Key is still running; retry with the same key in a few seconds");
        }
        try {
            return request.get();
        } finally {
            running.remove(key);
        }
    }

    /**
     * What an earlier request with this key was answered, if there was one: the key is looked at before the body, so a
     * body that is refused today does not hide that its key was used.
     */
    public Optional<Answer> recorded(IdempotentRequest<?> intent) {
        var key = Key.of(intent);
        return Optional.ofNullable(
                        database.run(session -> find(session, List.of(key))).get(key))
                .map(record -> record.replay(intent.fingerprint()));
    }

    /** Whether a request with this key took effect. */
    public boolean isRecorded(Caller caller, String key) {
        var asked = new Key(caller.organizationId(), caller.livemode(), key);
        return database.run(session -> find(session, List.of(asked))).containsKey(asked);
    }

    /** The records of these keys, by key. */
    public static Map<Key, Record> find(Session session, Collection<Key> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        return session
                .sql("""
                        SELECT i.organization_id, i.livemode, i.key, i.fingerprint, i.status, i.data
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:keys AS text[]))
                               AS asked (organization_id, livemode, key)
                        JOIN idempotency i USING (organization_id, livemode, key)
                        """)
                .bindEach("organizations", keys, Key::organizationId)
                .bindEach("livemodes", keys, Key::livemode)
                .bindEach("keys", keys, Key::key)
                .list(row -> new Record(
                        new Key(row.uuid("organization_id"), row.flag("livemode"), row.text("key")),
                        row.bytes("fingerprint"),
                        row.integer("status"),
                        row.bytes("data")))
                .stream()
                .collect(Collectors.toMap(Record::key, Function.identity()));
    }

    /**
     * Records answers, in key order, so that two groups with common keys cannot wait for each other.
     *
     * @throws ConcurrentDuplicate when a key is recorded already
     */
    public static void insert(Session session, Collection<Record> records) {
        if (records.isEmpty()) {
            return;
        }
        var inserted = session.sql("""
                        INSERT INTO idempotency (organization_id, livemode, key, fingerprint, status, data, created_at)
                        SELECT organization_id, livemode, key, fingerprint, status, data, clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:keys AS text[]),
                                    cast(:fingerprints AS bytea[]), cast(:statuses AS int[]), cast(:bodies AS bytea[]))
                               AS r (organization_id, livemode, key, fingerprint, status, data)
                        ORDER BY organization_id, livemode, key COLLATE "C"
                        ON CONFLICT DO NOTHING
                        RETURNING key
                        """)
                .bindEach("organizations", records, record -> record.key().organizationId())
                .bindEach("livemodes", records, record -> record.key().livemode())
                .bindEach("keys", records, record -> record.key().key())
                .bindEach("fingerprints", records, Record::fingerprint)
                .bindEach("statuses", records, Record::status)
                .bindEach("bodies", records, Record::data)
                .list(row -> row.text("key"));
        if (inserted.size() < records.size()) {
            throw new ConcurrentDuplicate();
        }
    }

    /** Forgets the oldest records. Answers how many, at most {@code rowsMax}. */
    public long forget(Instant before, int rowsMax) {
        return database.run(session ->
                session.sql("""
                        DELETE FROM idempotency WHERE (organization_id, livemode, key) IN (
                            SELECT organization_id, livemode, key FROM idempotency
                            WHERE created_at < :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run());
    }
}
