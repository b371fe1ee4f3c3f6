package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.EventType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The legs of one type of object that files of payments take from staff. An attempt in a file has the rail {@link #RAIL}, so that nobody
 * transfers it by hand as well; the file's outcome closes it.
 *
 * @param sent the attempts
 */
public record FiledLegs<A extends Disbursement<A>>(SentAttempts<A> sent) {
    /** The rail of attempts in files. */
    public static final String RAIL = "file";

    /** Objects that are locked and written together. */
    private static final int TOGETHER = 1_000;

    /** An attempt of an object. */
    public record Leg(TransactionKey key, UUID attemptId) {}

    public EventType.Subject subject() {
        return sent.subject();
    }

    /**
     * The objects of an environment with attempts that were handed to staff, oldest first. Some of settlements may be in another currency.
     */
    public List<TransactionKey> waiting(Session session, boolean livemode, String currency, int rowsMax) {
        // A converted settlement is paid in another currency than its own.
        var own = subject() == EventType.Subject.PAYOUT ? currency : null;
        return sent.attempts().handedToStaff(session, livemode, own, rowsMax);
    }

    /**
     * Takes attempts that were handed to staff into a file.
     *
     * @param wanted decides on each, in the order of the keys
     */
    public List<TransferOrder> take(Session session, Collection<TransactionKey> keys, Predicate<TransferOrder> wanted) {
        var taken = new ArrayList<TransferOrder>();
        change(session, keys, before -> {
            var after = before;
            for (var attempt : before.attempts()) {
                if (isWithStaff(before, attempt) && wanted.test(before.order(attempt))) {
                    taken.add(before.order(attempt));
                    after = after.with(attempt.on(RAIL).withPolls(Attempt.WITH_STAFF));
                }
            }
            return after;
        });
        return taken;
    }

    private static boolean isWithStaff(Disbursement<?> object, Attempt attempt) {
        return object.sendable() && attempt.state() == Attempt.State.OPEN && SentTransfers.isWithStaff(object, attempt);
    }

    private static boolean isInFile(Attempt attempt) {
        return attempt.state() == Attempt.State.OPEN && attempt.rail().equals(RAIL);
    }

    /** Hands attempts of a file that nobody has seen to staff again. */
    public void giveBack(Session session, Collection<Leg> legs) {
        changeOpen(session, legs, attempt -> attempt.on(ManualRail.NAME));
    }

    /**
     * Notes that attempts are given to the bank, also outside the database.
     *
     * @return those that are no longer open in the file; then nothing may be given to the bank
     */
    public Set<UUID> handOut(Session session, Collection<Leg> legs) {
        var open = new LinkedHashSet<UUID>();
        var departures = new ArrayList<Departure>();
        var now = sent.clock().instant();
        var ids = ids(legs);
        change(session, keys(legs), before -> {
            var after = before;
            for (var attempt : before.attempts()) {
                if (ids.contains(attempt.id()) && isInFile(attempt)) {
                    open.add(attempt.id());
                    departures.add(SentAttempts.departure(
                            Departure.Kind.REPORTED,
                            before.subject(),
                            before.order(attempt),
                            attempt,
                            sent.fence(),
                            now));
                    after = after.with(attempt.withPolls(Attempt.AT_BANK));
                }
            }
            return after;
        });
        ids.removeAll(open);
        if (ids.isEmpty()) {
            sent.fence().hasLeft(session, departures);
        }
        return ids;
    }

    /** Records what became of an attempt, in transactions of its own. Repeated, it changes nothing. */
    public void report(Leg leg, PayoutOutcome outcome) {
        sent.report(leg.key(), leg.attemptId(), outcome);
    }

    /** What became of attempts, by their ids. */
    public Map<UUID, Attempt.State> states(Session session, Collection<Leg> legs) {
        var ids = ids(legs);
        return sent.attempts().find(session, keys(legs)).values().stream()
                .flatMap(List::stream)
                .filter(attempt -> ids.contains(attempt.id()))
                .collect(Collectors.toMap(Attempt::id, Attempt::state));
    }

    private static Set<UUID> ids(Collection<Leg> legs) {
        return legs.stream().map(Leg::attemptId).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<TransactionKey> keys(Collection<Leg> legs) {
        return legs.stream().map(Leg::key).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void changeOpen(Session session, Collection<Leg> legs, UnaryOperator<Attempt> change) {
        var ids = ids(legs);
        change(session, keys(legs), before -> {
            var after = before;
            for (var attempt : before.attempts()) {
                if (ids.contains(attempt.id()) && isInFile(attempt)) {
                    after = after.with(change.apply(attempt));
                }
            }
            return after;
        });
    }

    /** Changes attempts alone, so that nothing else of their objects is written. */
    private void change(Session session, Collection<TransactionKey> keys, Function<A, A> change) {
        var ordered = keys.stream().sorted().distinct().toList();
        for (int from = 0; from < ordered.size(); from += TOGETHER) {
            var part = ordered.subList(from, Math.min(ordered.size(), from + TOGETHER));
            var changed = sent.objects().locker().apply(session, part).stream()
                    .map(before -> new Changed<>(before, Objects.requireNonNull(change.apply(before))))
                    .filter(one -> !one.after().equals(one.before()))
                    .toList();
            sent.attempts().write(session, changed);
            session.send();
        }
    }
}
