package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.collection.AccountZones;
import io.tical.server.payin.PaidPayins;
import io.tical.server.payin.PaidPayins.Candidate;
import io.tical.server.payin.PaidPayins.Received;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds the payin of an entry: the only one that held exactly its amount on its account at its time, and that no other entry pays. There is no
 * tolerance, and no text is compared.
 *
 * @param zones in which the banks book
 */
record PayinFinder(PaidPayins payins, AccountZones zones) {
    /** The days by which a bank may book later than it received a transfer. */
    private static final int BOOKED_LATER_DAYS = 1;

    /** The payins of entries of one environment. An entry with none, or that may pay several, is not in the map. */
    Map<UUID, Candidate> find(Session session, Collection<AccountEntry> entries) {
        var credits = entries.stream().filter(this::mayPay).toList();
        var received = credits.stream().map(PayinFinder::received).collect(Collectors.toSet());
        var candidates = new HashMap<Received, List<Candidate>>();
        for (var candidate : PaidPayins.find(session, received)) {
            candidates
                    .computeIfAbsent(candidate.received(), _ -> new ArrayList<>())
                    .add(candidate);
        }
        var paid = AccountEntryStore.paid(
                session,
                candidates.values().stream()
                        .flatMap(List::stream)
                        .map(Candidate::payin)
                        .toList());
        var zonesNow = zones.all(session);
        var found = new HashMap<UUID, Candidate>();
        var taken = new HashSet<>(paid);
        for (var entry : credits) {
            only(entry, candidates.getOrDefault(received(entry), List.of()), taken, zonesNow.of(entry.accountId()))
                    .ifPresent(candidate -> {
                        taken.add(candidate.payin().id());
                        found.put(entry.id(), candidate);
                    });
        }
        return found;
    }

    private boolean mayPay(AccountEntry entry) {
        return entry.amount() > 0
                && payins.distinguishes(entry.currency())
                && !entry.reversal()
                && entry.returnReason() == null
                && entry.status() == AccountEntry.Status.OPEN
                && entry.reason() == null;
    }

    private static Received received(AccountEntry entry) {
        return new Received(entry.accountId(), entry.livemode(), entry.amount());
    }

    private static Optional<Candidate> only(
            AccountEntry entry, List<Candidate> candidates, Set<UUID> taken, ZoneId zone) {
        var fits = candidates.stream()
                .filter(candidate -> held(candidate, entry, zone)
                        && !taken.contains(candidate.payin().id()))
                .toList();
        return fits.size() == 1 ? Optional.of(fits.getFirst()) : Optional.empty();
    }

    /** Whether the payin held the amount when the bank received it: by the time of the entry, or else by its day. */
    private static boolean held(Candidate candidate, AccountEntry entry, ZoneId zone) {
        var from = candidate.heldFrom().atZone(zone);
        var until = candidate.heldUntil() == null ? null : candidate.heldUntil().atZone(zone);
        var time = entry.time();
        if (time != null) {
            var at = entry.booked().atTime(time);
            // The time of the bank may have whole minutes only.
            return !at.isBefore(from.toLocalDateTime().withSecond(0).withNano(0))
                    && (until == null || !at.isAfter(until.toLocalDateTime()));
        }
        return !entry.booked().isBefore(from.toLocalDate())
                && (until == null || !entry.booked().isAfter(until.toLocalDate().plusDays(BOOKED_LATER_DAYS)));
    }
}
