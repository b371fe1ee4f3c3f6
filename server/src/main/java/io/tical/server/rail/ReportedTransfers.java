package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Departures;
import io.tical.server.outward.Fence;
import io.tical.server.outward.Lost;
import io.tical.server.transaction.Changes;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The transfers that people reported, gave to the bank in a file, or payers proved. No rail can be asked for them again, so they are written down outside the database
 * when they are recorded. If the database forgets one, its attempt is open again: staff decide on it, and nothing is sent, released or taken
 * back meanwhile.
 */
public record ReportedTransfers<A extends Disbursement<A>>(SentAttempts<A> sent) implements Departures {
    /** Writes down the reported transfers of these objects, before the commit. */
    public static <A extends Disbursement<A>> void writeDownLater(
            Session session, Fence fence, Instant now, List<Changes.Changed<A>> changed) {
        var reported = changed.stream()
                .flatMap(one -> one.after().attempts().stream()
                        .filter(attempt -> attempt.state() == Attempt.State.DELIVERED)
                        .filter(attempt -> !one.before().attempts().contains(attempt))
                        .filter(attempt -> one.before().staffMayReport(attempt)
                                || attempt.byPayer()
                                || attempt.rail().equals(FiledLegs.RAIL))
                        .map(attempt -> SentAttempts.departure(
                                Departure.Kind.REPORTED,
                                one.after().subject(),
                                one.after().order(attempt),
                                attempt,
                                fence,
                                now)))
                .toList();
        if (!reported.isEmpty()) {
            fence.hasLeft(session, reported);
        }
    }

    @Override
    public boolean include(Departure departure) {
        return departure.kind() == Departure.Kind.REPORTED && departure.subject() == sent.subject();
    }

    /**
     * All but those whose attempts are open. If there is no attempt, it was sent and lost, and that is a case. What left in a file is known
     * while its attempt is open, too, if the database knows that it left.
     */
    @Override
    public Set<UUID> known(Session session, List<Departure> departures) {
        var known = new HashSet<>(sent.attempts().notOpen(session, departures));
        var filed = departures.stream()
                .filter(one -> one.by().equals(FiledLegs.RAIL))
                .toList();
        if (!filed.isEmpty()) {
            known.addAll(sent.attempts().atBank(session, filed));
        }
        return known;
    }

    @Override
    public void recover(Collection<Lost> lost) {
        sent.recover(lost);
    }

    /** An attempt that has ended again. */
    @Override
    public Map<Lost, UUID> takenUp(Session session, List<Lost> open) {
        var ended = known(session, open.stream().map(Lost::departure).toList());
        var taken = new HashMap<Lost, UUID>();
        open.stream()
                .filter(one -> ended.contains(one.departure().id()))
                .forEach(one -> taken.put(one, one.departure().transaction().id()));
        return taken;
    }
}
