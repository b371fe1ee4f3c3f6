package io.tical.server.idempotency;

import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The idempotency records of one transaction, which may execute many requests and commands. */
public final class IdempotencyBatch {
    private final Map<IdempotencyKey, IdempotencyRecord> found;
    private final Set<IdempotencyKey> unacknowledged;
    private final Map<IdempotencyKey, Added> added = new LinkedHashMap<>();
    private final List<IdempotencyKey> refused = new ArrayList<>();
    private @Nullable CompletableFuture<List<IdempotencyStore.Packed>> packing;

    /** A record to write. Its answer is rendered when it is first needed, by one thread at a time. */
    private static final class Added {
        private final Supplier<IdempotencyRecord> rendered;
        private @Nullable IdempotencyRecord record;

        Added(Supplier<IdempotencyRecord> rendered) {
            this.rendered = rendered;
        }

        IdempotencyRecord record() {
            if (record == null) {
                record = rendered.get();
            }
            return record;
        }
    }

    private IdempotencyBatch(Map<IdempotencyKey, IdempotencyRecord> found, Set<IdempotencyKey> unacknowledged) {
        this.found = found;
        this.unacknowledged = unacknowledged;
    }

    /**
     * Reads the records of these keys together with the session's other deferred statements. If these take locks, a duplicate that held
     * them has then committed its record.
     *
     * @param unacknowledged the keys among them that run again after a commit whose outcome is unknown; it may have written their records
     */
    public static IdempotencyBatch read(
            Session session, Collection<IdempotencyKey> keys, Set<IdempotencyKey> unacknowledged) {
        return new IdempotencyBatch(IdempotencyStore.find(session, keys), unacknowledged);
    }

    /** Assumes that nothing is recorded yet. If a record is there, {@link #write} fails as for a concurrent duplicate. */
    public static IdempotencyBatch ofNewRequests() {
        return new IdempotencyBatch(Map.of(), Set.of());
    }

    /**
     * Executes a request, or replays the stored answer.
     *
     * @return the answer, rendered at the latest by {@link #write}
     * @throws Problem what the effect throws, or {@code IDEMPOTENCY_KEY_REUSED}
     */
    public <R> Supplier<StoredAnswer> answer(IdempotentRequest<R> request, Supplier<R> effect) {
        var record = found.get(request.key());
        if (record != null) {
            var replay = record.replay(request.fingerprint());
            // After a commit that was not acknowledged, the caller has had no answer yet.
            return unacknowledged.contains(request.key()) ? record::answer : () -> replay;
        }
        var result = attempt(request.key(), effect);
        var pending =
                new Added(() -> new IdempotencyRecord(request.key(), request.fingerprint(), render(request, result)));
        added.put(request.key(), pending);
        return () -> pending.record().answer();
    }

    /**
     * Executes a command, unless it took effect before.
     *
     * @param key null for a command whose second execution finds its own effect
     * @param current returns the result if the command took effect before
     */
    public <R> R result(@Nullable IdempotencyKey key, Supplier<R> effect, Supplier<R> current) {
        if (key == null) {
            return effect.get();
        }
        if (found.containsKey(key) || added.containsKey(key)) {
            return current.get();
        }
        var result = attempt(key, effect);
        added.put(key, new Added(() -> IdempotencyRecord.ofCommand(key)));
        return result;
    }

    /** Whether a rule has refused a request or command. */
    public boolean refusedSome() {
        return !refused.isEmpty();
    }

    /** A Problem thrown here would count as a refusal, and the transaction would commit the effect without its record. */
    private static <R> StoredAnswer render(IdempotentRequest<R> request, R result) {
        try {
            return request.render().apply(result);
        } catch (Problem problem) {
            throw new IllegalStateException("the answer of a request that took effect was not rendered", problem);
        }
    }

    private <R> R attempt(IdempotencyKey key, Supplier<R> effect) {
        try {
            return effect.get();
        } catch (Problem problem) {
            refused.add(key);
            throw problem;
        }
    }

    /** Begins to render and pack the answers on another thread. No further request or command may be executed. */
    public void beginPacking() {
        packing = CompletableFuture.supplyAsync(this::packed);
    }

    private List<IdempotencyStore.Packed> packed() {
        return added.values().stream()
                .map(one -> IdempotencyStore.Packed.of(one.record()))
                .toList();
    }

    /**
     * Writes the records of what took effect when the session sends. After a refusal, it first reads whether a duplicate was the reason.
     *
     * @throws ConcurrentDuplicate here or when the session sends, when a duplicate committed since the records were read; it may
     *     also be why an effect was refused
     */
    public void write(Session session) {
        if (!refused.isEmpty() && !IdempotencyStore.find(session, refused).isEmpty()) {
            throw new ConcurrentDuplicate();
        }
        if (!added.isEmpty()) {
            var records = packing == null ? packed() : packing.join();
            IdempotencyStore.insertLater(session, records);
        }
    }
}
