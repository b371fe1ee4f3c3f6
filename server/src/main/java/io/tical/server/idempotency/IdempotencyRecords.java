package io.tical.server.idempotency;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes every request and command take effect at most once. Only successes are recorded, so a refused request may be sent again.
 * A duplicate on this node is refused while the first request runs; a duplicate on another node waits for its commit.
 */
public final class IdempotencyRecords {
    /**
     * The maximum number of transactions that this class runs for one request or command; the group commit has its own retries. A request
     * runs again after a concurrent duplicate, and a command after a commit with an unknown outcome. A request that this class runs and whose
     * commit has an unknown outcome is answered so, and its client sends it again.
     */
    private static final int RUNS_MAX = 5;

    private final Database database;
    private final Set<IdempotencyKey> running = ConcurrentHashMap.newKeySet();

    public IdempotencyRecords(Database database) {
        this.database = database;
    }

    /** The records, whose rows carry a MAC. */
    public static BulkWrite<?> authenticatedTable() {
        return IdempotencyStore.RECORDS;
    }

    /**
     * An equal idempotency key or merchant reference was committed first. The transaction must be rolled back and run again; the second run
     * finds it.
     */
    public static final class ConcurrentDuplicate extends RuntimeException {
        public ConcurrentDuplicate() {
            super("a request with the same key or reference committed first", null, false, false);
        }
    }

    /**
     * Runs a request that moves no money, in one transaction with its record.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_REQUEST_IN_PROGRESS} while a duplicate runs on this node
     */
    public <R> StoredAnswer run(IdempotentRequest<R> request, Function<Session, R> effect) {
        return exclusively(request.key(), () -> commit(request, effect));
    }

    /**
     * Runs a request that first needs an answer from another service. The other service is called only if no record answers the
     * request, and while no connection is held. A failed call leaves no record. A duplicate on another node may make the same call; only
     * one of the two effects commits.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_REQUEST_IN_PROGRESS} while a duplicate runs on this node
     */
    public <P, R> StoredAnswer run(
            IdempotentRequest<R> request, Supplier<P> outside, BiFunction<Session, P, R> effect) {
        return exclusively(
                request.key(),
                () -> find(request.key(), request.fingerprint()).orElseGet(() -> {
                    var known = outside.get();
                    return commit(request, session -> effect.apply(session, known));
                }));
    }

    private <R> StoredAnswer commit(IdempotentRequest<R> request, Function<Session, R> effect) {
        for (int run = 1; ; run++) {
            try {
                return database.transaction(session -> answer(session, request, effect));
            } catch (ConcurrentDuplicate duplicate) {
                if (run == RUNS_MAX) {
                    throw Problem.Unavailable.service();
                }
            }
        }
    }

    private static <R> StoredAnswer answer(Session session, IdempotentRequest<R> request, Function<Session, R> effect) {
        var batch = IdempotencyBatch.read(session, List.of(request.key()), Set.of());
        try {
            var answer = batch.answer(request, () -> effect.apply(session));
            batch.write(session);
            return answer.get();
        } catch (Problem refused) {
            batch.write(session);
            throw refused;
        }
    }

    /**
     * Runs a command at most once, in a transaction of its own. Runs it again if its commit was not acknowledged.
     *
     * @param effect executes the command and returns its result
     * @param current returns the result if the command took effect before
     */
    public static <T> T run(
            Database database, IdempotencyKey command, Function<Session, T> effect, Function<Session, T> current) {
        var record = List.of(IdempotencyRecord.ofCommand(command));
        return repeated(
                database, session -> (IdempotencyStore.insert(session, record) == 1 ? effect : current).apply(session));
    }

    /**
     * Runs a transaction, and again if its commit was not acknowledged. The work must find its own earlier effect.
     *
     * @throws Problem.Unavailable if the outcome remains unknown
     */
    public static <T> T repeated(Database database, Function<Session, T> work) {
        for (int run = 1; ; run++) {
            try {
                return database.transaction(work);
            } catch (DatabaseUnavailable broken) {
                if (run == 1 && !broken.connected()) {
                    throw broken;
                }
                if (run == RUNS_MAX || !broken.connected()) {
                    throw Problem.Unavailable.outcomeUnknown();
                }
            }
        }
    }

    /** Runs one request of a key at a time on this node. */
    public <T> T exclusively(IdempotencyKey key, Supplier<T> request) {
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
     * Replays the answer of an earlier request with this key, if there is one.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_KEY_REUSED} when another request used this key
     */
    public Optional<StoredAnswer> find(IdempotencyKey key, long fingerprint) {
        return record(key).map(record -> record.replay(fingerprint));
    }

    /** Whether a request with this key took effect. */
    public boolean isRecorded(IdempotencyKey key) {
        return record(key).isPresent();
    }

    private Optional<IdempotencyRecord> record(IdempotencyKey key) {
        return Optional.ofNullable(database.run(session -> IdempotencyStore.find(session, List.of(key)))
                .get(key));
    }

    /** Deletes at most {@code rowsMax} old records; returns their number. */
    public long forget(Instant before, int rowsMax) {
        return database.run(session -> IdempotencyStore.delete(session, before, rowsMax));
    }
}
