package io.tical.server.rail;

import static java.util.stream.Collectors.groupingBy;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Departures;
import io.tical.server.outward.Fence;
import io.tical.server.outward.Lost;
import io.tical.server.transaction.EventType;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of one type of object, as they leave and as they are found again. An attempt that the database lost is added again to its
 * object, or to a later one with the same merchant's reference, before anything else is sent for that object. It is then an open attempt:
 * it keeps its leg from being sent, and its rail is asked for its outcome.
 */
public record SentAttempts<A extends Disbursement<A>>(
        EventType.Subject subject,
        Database database,
        DispatchedObjects<A> objects,
        AttemptTable attempts,
        Fence fence,
        Clock clock)
        implements Departures {
    private static final Logger LOG = LoggerFactory.getLogger(SentAttempts.class);

    /**
     * An object with what was sent for it.
     *
     * @param doubts why people must decide on an open attempt that was lost, by its id
     * @param elsewhere open attempts that were sent by the rail of another node, which asks for them
     */
    record Recovered<A>(A object, Map<UUID, String> doubts, Set<UUID> elsewhere) {}

    @Override
    public boolean include(Departure departure) {
        return departure.kind() == Departure.Kind.SENT && departure.subject() == subject;
    }

    /** The transfers for which no rail can be asked. */
    public ReportedTransfers<A> reported() {
        return new ReportedTransfers<>(this);
    }

    @Override
    public Set<UUID> known(Session session, List<Departure> departures) {
        return attempts.known(session, departures);
    }

    @Override
    public Set<UUID> undecided(Session session, List<Lost> adopted) {
        return attempts.open(
                session,
                adopted.stream().map(Lost::holder).toList(),
                adopted.stream().map(Lost::departure).toList());
    }

    @Override
    public void recover(Collection<Lost> lost) {
        var objectsOfLost =
                lost.stream().collect(groupingBy(one -> one.departure().transaction()));
        objectsOfLost.keySet().forEach(this::recover);
    }

    private void recover(TransactionKey key) {
        try {
            database.transaction(session -> {
                var now = clock.instant();
                objects.lock(session, key).ifPresent(before -> {
                    var after = recovered(session, before, now).object();
                    objects.writer().write(session, before, before.sendable() ? after.withDueAt(now) : after, now);
                });
                return key;
            });
        } catch (RuntimeException failure) {
            LOG.warn("what was sent for {} is added to it before it is sent again", key, failure);
        }
    }

    /** Adds to a locked object what was sent for it and lost. Its attempts are written by the caller. */
    Recovered<A> recovered(Session session, A before, Instant now) {
        // Its own first: several objects can have the same reference.
        var cases = fence.lost(session, subject, before.key(), before.merchantReference()).stream()
                .sorted(Comparator.comparing(
                        one -> !one.departure().transaction().equals(before.key())))
                .toList();
        var after = before;
        var adopted = new ArrayList<Lost>();
        var doubts = new HashMap<UUID, String>();
        var elsewhere = new HashSet<UUID>();
        for (var one : cases) {
            var sent = one.departure();
            if (include(sent) && one.status() == Lost.Status.OPEN) {
                after = before.attempt(sent.id()).isEmpty() ? withAttempt(after, sent, now) : after;
                after.attempt(sent.id()).ifPresent(_ -> adopted.add(one));
            }
            var attempt = after.attempt(sent.id()).orElse(null);
            if (attempt != null && attempt.state() == Attempt.State.OPEN) {
                var here = fence.has(one);
                if (!here && fence.isAtWork(session, one)) {
                    elsewhere.add(sent.id());
                } else {
                    doubt(after.order(attempt), sent, here).ifPresent(why -> doubts.put(sent.id(), why));
                }
            }
        }
        fence.adopted(session, adopted, before.key().id());
        return new Recovered<>(after, doubts, elsewhere);
    }

    private A withAttempt(A object, Departure sent, Instant now) {
        var leg =
                object.undecidedLegs().filter(one -> one.number() == sent.leg()).findFirst();
        if (leg.isEmpty() || object.living(sent.leg()).isPresent()) {
            return object;
        }
        var earlier = object.attemptsOf(sent.leg());
        // The payin of a payer is lost, too: staff find out whether it was paid.
        var rail = sent.by().equals(Attempt.PAYER) ? ManualRail.NAME : sent.by();
        return object.opened(
                Attempt.next(sent.id(), sent.leg(), earlier, rail, leg.get().amount(), sent.at()), now);
    }

    /**
     * Why people must say what became of an attempt; empty if its rail can say it.
     *
     * @param here whether this node sent it
     */
    private Optional<String> doubt(TransferOrder order, Departure sent, boolean here) {
        if (sent.kind() == Departure.Kind.REPORTED) {
            return Optional.of(
                    sent.by().equals(FiledLegs.RAIL)
                            ? "it was given to the bank in a file, or paid by one, at " + sent.at()
                                    + ", before the database lost that"
                            : "its transfer was recorded at " + sent.at() + ", before the database lost that");
        }
        if (!here) {
            return Optional.of(
                    "it was sent by a node that is gone before the database lost it; it may have been transferred");
        }
        if (!Arrays.equals(fence.destination(order.bankCode(), order.accountNo()), sent.destination())) {
            return Optional.of("an order with this reference was sent to another account before the database lost it");
        }
        if (order.amount() != sent.amount()) {
            return Optional.of("an order with this reference was sent with another amount before the database lost it");
        }
        if (sent.by().equals(Attempt.PAYER)) {
            return Optional.of("its account was shown to a payer before the database lost it; it may have been paid");
        }
        return sent.by().equals(ManualRail.NAME)
                ? Optional.of("it was handed to staff before the database lost it; it may have been transferred")
                : Optional.empty();
    }

    /**
     * Records what became of an attempt, in transactions of its own. A failure after the delivery changes nothing, and administrators are
     * told of it.
     */
    void report(TransactionKey key, UUID attemptId, PayoutOutcome outcome) {
        objects.reporter().report(key, attemptId, outcome);
        if (outcome instanceof PayoutOutcome.Failed failed) {
            database.transaction(session -> objects.lock(session, key)
                    .flatMap(object -> object.attempt(attemptId)
                            .filter(attempt -> attempt.state() == Attempt.State.DELIVERED)
                            .map(attempt -> LateFailure.of(object, attempt, failed)))
                    .filter(late -> late.tell(session, clock.instant()))
                    .isPresent());
        }
    }

    /** An attempt with the key and the currency of its object. */
    record Sent(TransactionKey key, Attempt attempt, String currency) {}

    /** The live attempt with this id as it is now. */
    Optional<Sent> find(UUID attemptId) {
        return database.transaction(session -> attempts.live(session, attemptId)
                .flatMap(found -> objects.lock(session, found.key()))
                .flatMap(object -> object.attempt(attemptId)
                        .map(attempt -> new Sent(object.key(), attempt, object.payableCurrency()))));
    }

    /**
     * Writes down that these are sent.
     *
     * @param since the generation of the fence in which they were planned
     * @throws io.tical.server.outward.OutwardLog.Unavailable if that is not possible; then they must not be sent
     */
    void depart(Collection<PlannedCall> calls, long since) {
        var now = clock.instant();
        if (!calls.isEmpty()) {
            fence.depart(
                    calls.stream()
                            .map(call ->
                                    departure(Departure.Kind.SENT, subject, call.order(), call.attempt(), fence, now))
                            .toList(),
                    since);
        }
    }

    static Departure departure(
            Departure.Kind kind,
            EventType.Subject subject,
            TransferOrder order,
            Attempt attempt,
            Fence fence,
            Instant now) {
        return new Departure(
                kind,
                subject,
                new TransactionKey(order.organizationId(), order.livemode(), order.transactionId()),
                order.attemptId(),
                order.leg(),
                order.amount(),
                order.currency(),
                attempt.rail(),
                order.merchantReference(),
                fence.destination(order.bankCode(), order.accountNo()),
                now);
    }
}
