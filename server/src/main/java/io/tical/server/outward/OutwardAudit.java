package io.tical.server.outward;

import io.tical.db.AlteredRow;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.outward.LogReader.Copy;
import io.tical.server.outward.LostCases.Filter;
import io.tical.server.outward.OtherLogs.Signs;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the logs of this home with the database: every record of a log is in the database or is a case, no log was altered, and none ends
 * before what the database knows of it. A case that is still open is a finding too, because nothing in the books says what became of it.
 */
record OutwardAudit(Database database, LogReader reader, Supplier<List<Departures>> departures, Clock clock)
        implements MoneyAudit {
    private static final String CASES = "outward_case";
    private static final String LOGS = "outward_log";
    private static final int BATCH = 2_000;

    @Override
    public List<String> tables() {
        return List.of(CASES);
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT organization_id, livemode, 'case ' || case_id AS place, 'outward_case' AS in_table,
                       'that somebody has dealt with it' AS expected,
                       kind || ' ' || subject || ' ' || transaction_id || ' of ' || amount || ' ' || currency || ' by ' || sent_by
                           || coalesce(', reference ' || merchant_ref, '')
                           || ', which left and is not in the database, still open' AS found
                FROM outward_case WHERE status = 'open'
                """);
    }

    @Override
    public String ofTouched() {
        return """
                outward_case AS (
                    SELECT c.* FROM outward_case c WHERE (organization_id, livemode, case_id) IN (SELECT * FROM touched))
                """;
    }

    /**
     * What the logs have now is in the snapshot, because it was committed before it was written down. What the database knew before the logs
     * are read is in them.
     */
    @Override
    public List<Proof> proofs() {
        var noted = noted();
        var copies = reader.copies();
        return List.of(new Proof("what left", (session, findings) -> compare(session, noted, copies, findings)));
    }

    private Map<UUID, NotedLog> noted() {
        try {
            return database.run(OutwardStore::logs).stream()
                    .collect(Collectors.toMap(NotedLog::id, Function.identity()));
        } catch (AlteredRow named) {
            return Map.of(); // the audit of rows names it
        }
    }

    private void compare(Session session, Map<UUID, NotedLog> noted, List<Copy> copies, Consumer<Finding> findings) {
        var read =
                copies.stream().filter(copy -> !isGone(noted.get(copy.id()))).collect(Collectors.groupingBy(Copy::id));
        read.forEach((id, ofLog) -> {
            var most = 0;
            for (int i = 1; i < ofLog.size(); i++) {
                most = ofLog.get(i).end().records() > ofLog.get(most).end().records() ? i : most;
            }
            for (int i = 0; i < ofLog.size(); i++) {
                new Reading(session, ofLog.get(i), noted.get(id), i == most, findings).run();
            }
        });
    }

    /** Why the nodes of this home may let nothing leave, as far as the database and the files of the home say. */
    List<String> reasons() {
        // What the database knows before the logs are read is in them.
        var all = database.run(OutwardStore::logs);
        var copies = reader.copies();
        try {
            return database.run(session -> reasons(session, all, copies));
        } catch (DatabaseState.Untold untold) {
            return List.of("What left cannot be compared: " + untold.getMessage() + ".");
        }
    }

    /** The cases of transfers that an object has taken up and whose outcome is not known yet, newest first. */
    List<Lost> undecided() {
        var adopted = new Filter(Environments.ALL, Lost.Status.ADOPTED, Departure.Kind.SENT, "");
        var undecided = new ArrayList<Lost>();
        UUID last = null;
        List<Lost> page;
        do {
            var from = new Page(BATCH, 0, last);
            page = database.run(session -> OutwardStore.list(session, adopted, from));
            undecided.addAll(undecided(page));
            last = page.isEmpty() ? null : page.getLast().key().id();
        } while (page.size() > BATCH);
        return undecided;
    }

    private List<Lost> undecided(List<Lost> adopted) {
        return database.run(session -> departures.get().stream()
                .flatMap(kind -> {
                    var ofKind = adopted.stream()
                            .filter(one -> kind.include(one.departure()))
                            .toList();
                    var open = kind.undecided(session, ofKind);
                    return ofKind.stream().filter(one -> open.contains(one.key().id()));
                })
                .toList());
    }

    private static List<String> reasons(Session session, List<NotedLog> all, List<Copy> copies) {
        var state = OutwardStore.state(session);
        var known =
                all.stream().filter(one -> !one.isGone()).collect(Collectors.toMap(NotedLog::id, Function.identity()));
        var reasons = new ArrayList<String>();
        var ends = new HashMap<UUID, LogEnd>();
        var failures = new HashMap<UUID, String>();
        var remembered = new HashMap<UUID, Instant>();
        for (var copy : copies) {
            var broken = copy.broken();
            if (broken != null) {
                failures.put(copy.id(), copy.folder() + " cannot be read: " + broken);
            }
            copy.remembered().forEach((id, at) -> remembered.merge(id, at, OutwardLog::later));
            ends.merge(copy.id(), copy.end(), (one, other) -> one.records() > other.records() ? one : other);
        }
        for (var log : known.values()) {
            var end = ends.get(log.id());
            if (end != null && end.records() < log.known().records()) {
                failures.putIfAbsent(
                        log.id(),
                        "the log " + log.id() + " ends at record " + end.records() + ", and the database knows of "
                                + log.known().records());
            } else if (end != null && log.status() == LogStatus.OPEN && !log.isComparedWith(state)) {
                reasons.add(
                        "The log " + log.id() + " of this home is not compared with this database. Start its node.");
            }
        }
        failures.forEach((id, failure) -> {
            if (known.containsKey(id)) {
                reasons.add(
                        "What left cannot be compared: " + failure
                                + ". Put the copy of another disk in its place, or let two administrators say that the log is gone.");
            }
        });
        var alive = OutwardStore.alive(session, Fence.ALIVE_SECONDS);
        var others = OtherLogs.of(all, ends, remembered, state, Signs.NONE);
        for (var id : others.blocking(alive::contains)) {
            reasons.add("The log " + id + " of another node is not compared with this database. Start its node"
                    + (alive.contains(id)
                            ? ", or wait until it has done it."
                            : ", or let two administrators say that the log is gone."));
        }
        return reasons;
    }

    private static boolean isGone(@Nullable NotedLog log) {
        return log != null && log.isGone();
    }

    /** The reading of one copy. */
    private final class Reading {
        private final Session session;
        private final Copy copy;
        private final @Nullable NotedLog noted;
        private final boolean comparing;
        private final Consumer<Finding> findings;
        private final List<Departure> batch = new ArrayList<>();

        /** @param comparing whether the records are compared with the database, and not only read */
        Reading(Session session, Copy copy, @Nullable NotedLog noted, boolean comparing, Consumer<Finding> findings) {
            this.session = session;
            this.copy = copy;
            this.noted = noted;
            this.comparing = comparing;
            this.findings = findings;
        }

        void run() {
            var broken = reader.read(copy, this::record);
            compareBatch();
            if (broken != null) {
                find("", "what the service wrote", broken);
            } else if (comparing
                    && noted != null
                    && copy.end().records() < noted.known().records()) {
                find(
                        "",
                        "at least " + noted.known().records() + " records",
                        copy.end().records());
            }
        }

        private void record(Departure departure, LogEnd end) {
            if (noted != null && end.records() == noted.known().records() && !end.equals(noted.known())) {
                find(" record " + end.records(), "the one that the database knows", "another one");
            }
            if (comparing) {
                batch.add(departure);
                if (batch.size() == BATCH) {
                    compareBatch();
                }
            }
        }

        private void compareBatch() {
            for (var kind : departures.get()) {
                var ofKind = LogComparison.ofKind(kind, batch, clock.instant());
                if (!ofKind.isEmpty()) {
                    var known = kind.known(session, ofKind);
                    var missing = ofKind.stream()
                            .filter(one -> !known.contains(one.id()))
                            .toList();
                    var cases = cases(missing);
                    missing.stream().filter(one -> !cases.contains(one.id())).forEach(this::lost);
                }
            }
            batch.clear();
        }

        private Set<UUID> cases(List<Departure> missing) {
            return missing.isEmpty()
                    ? Set.of()
                    : OutwardStore.cases(
                            session, missing.stream().map(Departure::id).toList());
        }

        private void lost(Departure departure) {
            find(", " + departure.sentence(), "it in the database, or a case of it", "neither");
        }

        private void find(String place, Object expected, Object found) {
            findings.accept(new Finding(
                    LOGS,
                    "log " + copy.id() + " in " + copy.folder().getParent() + place,
                    String.valueOf(expected),
                    String.valueOf(found)));
        }
    }
}
