package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.db.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up each record of a log in the database, and opens a case for each that is missing. */
record LogComparison(Database database, Supplier<List<Departures>> departures, Clock clock) {
    /** Events are deleted 30 days after they were made, so an older one is not missing. */
    private static final Duration TOLD_KEPT = Duration.ofDays(29);

    private static final int BATCH = 2_000;
    private static final Logger LOG = LoggerFactory.getLogger(LogComparison.class);

    /** The database is not the one with which the comparison began. */
    static final class AnotherDatabase extends RuntimeException {
        AnotherDatabase(DatabaseState before, DatabaseState now) {
            super("the database was " + before + " when the comparison began, and is " + now);
        }
    }

    /**
     * Compares the records between two places with one database. Returns how many are missing.
     *
     * @throws AnotherDatabase if it is not the same one all the time
     */
    int run(OutwardLog log, LogEnd from, LogEnd end, DatabaseState state) throws OutwardLog.Unreadable {
        var batch = new ArrayList<Departure>();
        var missing = new int[1];
        try {
            log.read(from, end, (departure, _) -> {
                batch.add(departure);
                if (batch.size() == BATCH) {
                    missing[0] += openCases(log, batch, state);
                    batch.clear();
                }
            });
        } catch (IOException broken) {
            throw new OutwardLog.Unreadable(log.id(), broken);
        } catch (UncheckedIOException another) {
            throw new OutwardLog.Unreadable(log.id(), another);
        }
        return missing[0] + openCases(log, batch, state);
    }

    private int openCases(OutwardLog log, List<Departure> batch, DatabaseState state) {
        var found = 0;
        for (var kind : departures.get()) {
            var ofKind = ofKind(kind, batch, clock.instant());
            if (ofKind.isEmpty()) {
                continue;
            }
            var now = clock.instant();
            var lost = database.transaction(session -> {
                var present = OutwardStore.state(session);
                if (!present.continues(state)) {
                    throw new AnotherDatabase(state, present);
                }
                var known = kind.known(session, ofKind);
                var missing = ofKind.stream()
                        .filter(one -> !known.contains(one.id()))
                        .collect(Collectors.toMap(
                                Departure::id, one -> Lost.found(one, log.id(), now), (one, _) -> one));
                return missing.isEmpty()
                        ? List.<Lost>of()
                        : OutwardStore.CASES.insertIfAbsent(session, missing.values());
            });
            for (var one : lost) {
                LOG.error(
                        "Lost by the database: {}. It had come to the place {} of its log at least",
                        one.departure().sentence(),
                        place(one.departure().position()));
            }
            found += lost.size();
            kind.recover(lost);
        }
        return found;
    }

    /** As PostgreSQL writes it, so that a recovery can be told to go beyond it. */
    private static String place(long position) {
        return String.format(Locale.ROOT, "%X/%X", position >>> Integer.SIZE, position & 0xffff_ffffL);
    }

    /** Those of a kind that the database must know. */
    static List<Departure> ofKind(Departures kind, List<Departure> departures, Instant now) {
        var forgotten = now.minus(TOLD_KEPT);
        return departures.stream()
                .filter(kind::include)
                .filter(one -> one.kind() != Departure.Kind.TOLD
                        || Ids.madeAt(one.id()).isAfter(forgotten))
                .toList();
    }
}
