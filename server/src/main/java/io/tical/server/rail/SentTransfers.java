package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The transfers of one type of object that staff or a rail made, as they are found in statements of banks.
 *
 * @param attempts of the objects
 */
public record SentTransfers<A extends Disbursement<A>>(SentAttempts<A> attempts) {
    /** Equal transfers of a batch of debits that are compared; nobody can tell more apart. */
    private static final int ROWS_MAX = 1_000;

    /**
     * A transfer.
     *
     * @param amount that its account paid or is to pay, minor units
     * @param withStaff whether staff have it, or had it
     */
    public record Sent(TransferOrder order, Attempt attempt, long amount, boolean withStaff) {
        public TransactionKey key() {
            return new TransactionKey(order.organizationId(), order.livemode(), order.transactionId());
        }

        public boolean isOpen() {
            return attempt.state() == Attempt.State.OPEN;
        }
    }

    public EventType.Subject subject() {
        return attempts.subject();
    }

    /**
     * The transfers with one of these references or ids of attempts.
     *
     * @param references in the form of {@link BankTransfer#compared}
     */
    public List<Sent> named(Session session, boolean livemode, Collection<String> references, Collection<UUID> ids) {
        return references.isEmpty() && ids.isEmpty()
                ? List.of()
                : sent(session, attempts.attempts().named(session, livemode, references, ids));
    }

    /** The transfers of these amounts that staff make by hand, ordered since a time. */
    public List<Sent> byHand(Session session, boolean livemode, Collection<Long> amounts, Instant since) {
        return amounts.isEmpty()
                ? List.of()
                : sent(session, attempts.attempts().byHand(session, livemode, amounts, since, ROWS_MAX));
    }

    private List<Sent> sent(Session session, List<AttemptTable.Of> found) {
        var keys = found.stream().map(AttemptTable.Of::key).distinct().sorted().toList();
        if (keys.isEmpty()) {
            return List.of();
        }
        Map<TransactionKey, A> objects = new HashMap<>();
        attempts.objects().locker().apply(session, keys).forEach(object -> objects.put(object.key(), object));
        var ids = found.stream().map(one -> one.attempt().id()).collect(Collectors.toSet());
        var sent = new ArrayList<Sent>();
        for (var object : objects.values()) {
            for (var attempt : object.attempts()) {
                if (ids.contains(attempt.id())) {
                    sent.add(new Sent(
                            object.order(attempt), attempt, object.taken(attempt), isWithStaff(object, attempt)));
                }
            }
        }
        return sent;
    }

    /** Whether an attempt was handed to staff. */
    static boolean isWithStaff(Disbursement<?> object, Attempt attempt) {
        return attempt.rail().equals(ManualRail.NAME)
                && (attempt.state() != Attempt.State.OPEN
                        || attempt.polls() >= Attempt.WITH_STAFF
                        || object.dueAt() == null);
    }

    /** Records what became of a transfer, in transactions of its own. Repeated, it changes nothing. */
    public void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        attempts.report(key, attemptId, outcome);
    }
}
