package io.tical.server.collection;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.collection.Reservations.Asked;
import io.tical.server.collection.Reservations.Request;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How much more the payins of a day may ask for on accounts that have such a limit. These accounts are locked until the transaction ends,
 * so that payins of several groups and nodes cannot exceed it together. A day is one of the account's bank, and a payin is of the day on
 * which it was created.
 */
final class DayRooms {
    private final Session session;
    private final Asked asked;
    private final Map<UUID, Limit> limits = new HashMap<>();
    private final Map<Day, Long> rooms = new HashMap<>();

    private record Limit(long max, ZoneId zone) {}

    private record Day(UUID accountId, boolean livemode, LocalDate day) {}

    DayRooms(Session session, AccountZones zones, Asked asked, Collection<Request> requests) {
        this.session = session;
        this.asked = asked;
        var limited = requests.stream()
                .flatMap(request -> request.accounts().stream())
                .filter(account -> account.terms().limits().dayInMax() != null)
                .map(CollectionAccount::id)
                .collect(Collectors.toSet());
        if (!limited.isEmpty()) {
            for (var account : CollectionAccountStore.lock(session, limited)) {
                var max = account.terms().limits().dayInMax();
                if (max != null) {
                    limits.put(account.id(), new Limit(max, zones.of(account)));
                }
            }
        }
    }

    /** Takes the room of a transfer; returns whether there was some. */
    boolean take(UUID account, Request request, long amount) {
        var limit = limits.get(account);
        if (limit == null) {
            return true;
        }
        var day = day(account, limit, request);
        var room = rooms.computeIfAbsent(day, one -> limit.max() - sum(one, limit.zone()));
        if (room < amount) {
            return false;
        }
        rooms.put(day, room - amount);
        return true;
    }

    /** Gives the room of a transfer back that found no place. */
    void giveBack(UUID account, Request request, long amount) {
        var limit = limits.get(account);
        if (limit != null) {
            rooms.merge(day(account, limit, request), amount, Math::addExact);
        }
    }

    private static Day day(UUID account, Limit limit, Request request) {
        var created = Ids.madeAt(request.holderId());
        return new Day(account, request.livemode(), LocalDate.ofInstant(created, limit.zone()));
    }

    private long sum(Day day, ZoneId zone) {
        return asked.sum(
                session,
                day.accountId(),
                day.livemode(),
                Ids.boundary(start(day.day(), zone)),
                Ids.boundary(start(day.day().plusDays(1), zone)));
    }

    private static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }
}
