package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Locks and writes the objects of one type for a {@link Dispatcher}, and records the outcomes.
 *
 * @param locker locks the existing objects until the transaction ends
 * @param writer writes what was dispatched, in the same transaction. The version stays where that changes nothing that staff decide on
 * @param reporter records the outcome of an attempt, in transactions of its own
 */
public record DispatchedObjects<A extends Disbursement<A>>(
        BiFunction<Session, Collection<TransactionKey>, List<A>> locker, Writer<A> writer, Reporter reporter) {
    @FunctionalInterface
    public interface Writer<A> {
        void write(Session session, A before, A after, Instant now);
    }

    @FunctionalInterface
    public interface Reporter {
        void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome);
    }

    /** Empty if there is no such object. */
    Optional<A> lock(Session session, TransactionKey key) {
        return locker.apply(session, List.of(key)).stream().findFirst();
    }
}
