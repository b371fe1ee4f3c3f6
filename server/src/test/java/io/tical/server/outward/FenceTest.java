package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.db.DatabaseSettings;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.DatabaseState.Identity;
import io.tical.server.outward.Fence.Reason;
import io.tical.server.transaction.EventType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that only keep their logs, on databases that are put back to what they were. */
class FenceTest {
    private static final Duration KEPT = Duration.ofDays(35);

    @TempDir
    Path home;

    private TestService first;
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** What the database has of what left, whatever it is put back to. */
    private final Set<UUID> known = new HashSet<>();

    private Runnable whileCompared = () -> {};
    private Runnable whileRecovered = () -> {};

    private final class Kind implements Departures {
        @Override
        public boolean include(Departure departure) {
            return true;
        }

        @Override
        public Set<UUID> known(Session session, List<Departure> departures) {
            whileCompared.run();
            return known;
        }

        @Override
        public void recover(Collection<Lost> lost) {
            if (!lost.isEmpty()) {
                whileRecovered.run();
            }
        }
    }

    @BeforeEach
    void start() {
        first = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterEach
    void stop() throws Exception {
        for (var one : opened.reversed()) {
            one.close();
        }
        first.close();
    }

    private TestService on(DatabaseSettings other) {
        var service = first.on(other, Map.of(), TestService.WITHOUT_WORK);
        opened.add(service);
        return service;
    }

    /** The database as it is now. The first one, whose connections were cut for the copy, accepts writes again when this returns. */
    private TestService restored() {
        var restored = on(TestDatabase.copy(first.database()));
        // The pool tests a connection that was not used for half a second.
        await().pollDelay(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(60))
                .until(() -> first.serviceDatabase().outOfService().isEmpty());
        return restored;
    }

    private Fence node(TestService service, String name) {
        return node(service, new Fence.Options(List.of(home.resolve(name)), true, KEPT));
    }

    private Fence node(TestService service, Fence.Options options) {
        var secrets = first.tical().node().modules().platform().secrets();
        var fence =
                new Fence(service.serviceDatabase(), secrets, () -> List.of(new Kind()), options, TestService.CLOCK);
        opened.add(fence);
        return fence;
    }

    private void stop(Fence node) {
        opened.remove(node);
        node.close();
    }

    /** A node starts, beside another one that is at work if it is new. */
    private Fence started(TestService service, String name) {
        var node = node(service, name);
        node.runOnce();
        if (node.closed() != null) {
            service.sql("UPDATE outward_log SET seen_at = clock_timestamp()");
            node.runOnce();
        }
        assertThat(node.closed()).isNull();
        return node;
    }

    /** A node runs, and stops in an orderly way. Returns its log. */
    private UUID ran(TestService service, String name) {
        var node = started(service, name);
        var log = node.held().getFirst();
        stop(node);
        return log;
    }

    private Departure departure() {
        var id = Ids.next();
        return new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                new TransactionKey(Ids.next(), true, Ids.next()),
                id,
                1,
                100,
                "THB",
                "manual",
                null,
                new byte[Departure.DESTINATION_BYTES],
                TestService.CLOCK.instant());
    }

    private static void requireWaitsFor(Fence node, UUID log) {
        assertThat(node.closed())
                .isNotNull()
                .satisfies(closed -> assertThat(closed.logs()).containsExactly(log));
    }

    /** Runs nodes beside each other until nothing changes any more. */
    private static void run(Fence... nodes) {
        for (int round = 0; round < 4; round++) {
            for (var node : nodes) {
                node.runOnce();
            }
        }
    }

    private void note(TestService service, UUID log, UnaryOperator<NotedLog> change) {
        service.serviceDatabase().transaction(session -> {
            var row = OutwardStore.lockLog(session, log).orElseThrow();
            OutwardStore.LOGS.update(session, List.of(change.apply(row))).run();
            return row;
        });
    }

    @Test
    void whatOneNodeHeardKeepsEveryNodeBack() {
        var a = started(first, "a");
        var log = ran(first, "b");
        var restored = restored();
        ran(first, "b");
        assertThat(a.note(LogStatus.OPEN)).isTrue();
        stop(a);

        var again = node(restored, "a");
        var fresh = node(restored, "c");
        run(again, fresh);
        requireWaitsFor(again, log);
        assertThat(fresh.closed()).isNotNull();

        var b = node(restored, "b");
        run(b, again, fresh);
        assertThat(List.of(b, again, fresh)).allMatch(node -> node.closed() == null);
    }

    /** The other node worked alone, so this one heard nothing of it. */
    @Test
    void aLogThatWasClosedIsNeededWhenTheDatabaseIsAnEarlierOne() {
        var log = ran(first, "b");
        var a = started(first, "a");
        a.note(LogStatus.OPEN);
        stop(a);
        var restored = restored();
        ran(first, "a");
        ran(first, "b");

        var again = node(restored, "a");
        run(again);
        requireWaitsFor(again, log);
        var b = node(restored, "b");
        run(b, again);
        assertThat(again.closed()).isNull();
        assertThat(b.closed()).isNull();
    }

    @Test
    void aRestartOfTheDatabaseNeedsNoLogThatWasClosed() {
        ran(first, "b");
        ran(first, "a");
        var again = node(restored(), "a");
        again.runOnce();
        assertThat(again.closed()).isNull();
    }

    /** What is lost is what left within the last moments, and this node has heard of all logs until then. */
    @Test
    void aNodeThatWasAtWorkNeedsNoLogThatWasClosed() {
        ran(first, "b");
        var a = started(first, "a");
        a.note(LogStatus.OPEN);
        a.depart(List.of(departure()), a.generation());
        first.sql("DELETE FROM outward_log WHERE log_id = '" + a.held().getFirst() + "'");
        assertThat(a.note(LogStatus.OPEN)).isFalse();
        run(a);
        assertThat(a.closed()).isNull();
        assertThat(a.openCases()).isEqualTo(1);
    }

    /** The node of the other log died. This one is kept back by it, and then the database goes back to before it knew that log. */
    @Test
    void aLogThatKeptANodeBackIsMissedByADatabaseThatDoesNotKnowIt() {
        ran(first, "a");
        var restored = restored();
        var log = ran(first, "b");
        note(
                first,
                log,
                one -> new NotedLog(
                        one.id(),
                        one.known(),
                        LogStatus.OPEN,
                        DatabaseState.Identity.UNKNOWN,
                        one.comparedAt(),
                        one.note()));
        var a = node(first, "a");
        run(a);
        requireWaitsFor(a, log);
        stop(a);

        var again = node(restored, "a");
        run(again);
        requireWaitsFor(again, log);
        var b = node(restored, "b");
        run(b, again);
        assertThat(List.of(b, again)).allMatch(node -> node.closed() == null);
    }

    @Test
    void aLogThatIsGoneIsRemembered() {
        var a = started(first, "a");
        var log = ran(first, "b");
        var restored = restored();
        ran(first, "b");
        note(first, log, one -> one.gone("its machine burnt"));
        assertThat(a.note(LogStatus.OPEN)).isTrue();
        stop(a);

        var again = node(restored, "a");
        run(again);
        requireWaitsFor(again, log);
    }

    @Test
    void anotherNodeComparesAgainWhenTheDatabaseWasPutBackWhileItRan() {
        var a = started(first, "a");
        var b = started(first, "b");
        var sent = departure();
        known.add(sent.id());
        a.depart(List.of(sent), a.generation());
        assertThat(a.note(LogStatus.OPEN)).isTrue();
        assertThat(b.note(LogStatus.OPEN)).isTrue();
        note(
                first,
                a.held().getFirst(),
                row -> new NotedLog(
                        row.id(), LogEnd.NOTHING, row.status(), row.comparedWith(), row.comparedAt(), row.note()));
        assertThat(a.note(LogStatus.OPEN)).isFalse();
        run(a);
        requireWaitsFor(a, b.held().getFirst());
        assertThat(a.closed())
                .isNotNull()
                .satisfies(closed -> assertThat(closed.needsPeople()).isFalse());
        assertThat(b.note(LogStatus.OPEN)).isFalse();
        run(b, a);
        assertThat(a.closed()).isNull();
        assertThat(b.closed()).isNull();
        assertThat(a.note(LogStatus.OPEN)).isTrue();
        assertThat(b.note(LogStatus.OPEN)).isTrue();
    }

    @Test
    void aNodeNoticesThatItsNoteIsGone() {
        var a = started(first, "a");
        assertThat(a.closed()).isNull();
        first.sql("DELETE FROM outward_log");
        a.note(LogStatus.OPEN);
        assertThat(a.closed()).isNotNull();
        run(a);
        assertThat(a.closed()).isNull();
    }

    /** The address moved to a database that knows nothing of the log, after the notes were read. */
    @Test
    void whatWasNotComparedWithThisDatabaseIsNotNoted() {
        var a = started(first, "a");
        a.depart(List.of(departure()), a.generation());
        stop(a);
        var restored = restored();
        var asked = new ArrayList<Integer>();
        whileCompared = () -> {
            asked.add(1);
            if (asked.size() == 1) {
                restored.sql("DELETE FROM outward_log");
            }
        };
        var again = node(restored, "a");
        // The first one was known already, so a second one is needed that is looked up.
        again.runOnce();
        again.depart(List.of(departure()), again.generation());
        stop(again);
        var last = node(restored, "a");
        restored.serviceDatabase().transaction(session -> {
            var row = OutwardStore.lockLogs(session).getFirst();
            OutwardStore.LOGS
                    .update(
                            session,
                            List.of(new NotedLog(
                                    row.id(),
                                    LogEnd.NOTHING,
                                    row.status(),
                                    row.comparedWith(),
                                    row.comparedAt(),
                                    row.note())))
                    .run();
            return row;
        });
        asked.clear();
        last.runOnce();
        assertThat(asked).hasSize(1);
        assertThat(last.closed()).isNotNull();
        last.runOnce();
        assertThat(asked).hasSize(2);
        assertThat(last.closed()).isNull();
    }

    @Test
    void eachBatchIsComparedWithTheDatabaseOfTheComparison() throws Exception {
        var state = first.serviceDatabase().run(OutwardStore::state);
        var another = new DatabaseState(
                new Identity(
                        state.identity().systemIdentifier(), state.identity().timeline(), "another"),
                0);
        var comparison = new LogComparison(first.serviceDatabase(), () -> List.of(new Kind()), TestService.CLOCK);
        try (var log = OutwardLog.open(Ids.next(), List.of(home), new byte[32])) {
            assertThat(log).isNotNull();
            log.append(List.of(departure()));
            assertThatThrownBy(() -> comparison.run(log, LogEnd.NOTHING, log.end(), another))
                    .isInstanceOf(LogComparison.AnotherDatabase.class);
            assertThat(first.count("SELECT count(*) FROM outward_case")).isZero();
            assertThat(comparison.run(log, LogEnd.NOTHING, log.end(), state)).isEqualTo(1);
        }
    }

    /** Another node was at work when the database failed. It has its time to come back. */
    @Test
    void peopleAreCalledWhenOtherNodesHaveHadTheirTime() {
        var a = started(first, "a");
        var b = started(first, "b");
        var log = b.held().getFirst();
        stop(a);
        var restored = restored();
        restored.sql("UPDATE outward_log SET seen_at = seen_at - interval '1 minute'");
        var again = node(restored, "a");
        run(again);
        requireWaitsFor(again, log);
        assertThat(again.closed()).isNotNull().extracting(Fence.Closed::reason).isEqualTo(Reason.COMPARING);
        stop(again);
        var impatient = node(restored, new Fence.Options(List.of(home.resolve("a")), true, KEPT, Duration.ZERO));
        run(impatient);
        assertThat(impatient.closed())
                .isNotNull()
                .extracting(Fence.Closed::reason)
                .isEqualTo(Reason.LOGS_MISSING);
    }

    @Test
    void nothingIsNotedAgainWhileANodeWaits() {
        started(first, "b");
        ran(first, "a");
        var restored = restored();
        var again = node(restored, "a");
        run(again);
        assertThat(again.closed()).isNotNull();
        var before = restored.count("SELECT count(*) FROM journal");
        run(again);
        assertThat(restored.count("SELECT count(*) FROM journal")).isEqualTo(before);
    }

    @Test
    void aLogThatWasClosedBeforeTheOldestBackupIsNotNeeded() {
        var log = ran(first, "b");
        note(
                first,
                log,
                row -> new NotedLog(
                        row.id(),
                        row.known(),
                        row.status(),
                        row.comparedWith(),
                        TestService.CLOCK.instant().minus(KEPT).minusSeconds(60),
                        row.note()));
        ran(first, "a");
        var restored = restored();
        ran(first, "a");
        var again = node(restored, "a");
        run(again);
        assertThat(again.closed()).isNull();
        assertThat(again.remembered()).doesNotContain(log);
        var b = node(restored, "b");
        b.runOnce();
        assertThat(b.closed()).isNull();
    }

    @Test
    void casesOfAComparisonThatWasBrokenOffAreToldToo() {
        var a = started(first, "a");
        a.depart(List.of(departure()), a.generation());
        stop(a);
        var restored = restored();
        note(
                restored,
                restored.serviceDatabase().run(OutwardStore::logs).getFirst().id(),
                row -> new NotedLog(
                        row.id(), LogEnd.NOTHING, row.status(), row.comparedWith(), row.comparedAt(), row.note()));
        whileRecovered = () -> {
            whileRecovered = () -> {};
            throw new IllegalStateException("the connection broke");
        };
        var again = node(restored, "a");
        assertThatThrownBy(again::runOnce).hasMessageContaining("broke");
        again.runOnce();
        assertThat(again.closed()).isNull();
        var told = "SELECT count(*) FROM audit_entry WHERE action = 'open' AND object_type = 'lost_case'";
        assertThat(restored.count(told)).isEqualTo(1);
        run(again);
        assertThat(restored.count(told)).isEqualTo(1);
    }

    @Test
    void aDatabaseThatDoesNotTellWhichItIsIsNamed() {
        first.sql("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
        var a = node(first, "a");
        a.runOnce();
        assertThat(a.closed()).isNotNull().satisfies(closed -> {
            assertThat(closed.reason()).isEqualTo(Reason.DATABASE_UNTOLD);
            assertThat(closed.sentence()).contains("EXECUTE on pg_control_system");
        });
        first.sql("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC");
        a.runOnce();
        assertThat(a.closed()).isNull();
    }

    /** In a file system in which nobody can make a folder. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aLogThatCannotBeBegunIsNotOneThatCannotBeRead() {
        var a = node(first, new Fence.Options(List.of(Path.of("/proc")), false, KEPT));
        a.runOnce();
        assertThat(a.closed()).isNotNull().satisfies(closed -> {
            assertThat(closed.reason()).isEqualTo(Reason.WRITING_FAILS);
            assertThat(closed.sentence()).contains("space");
        });
    }

    @Test
    void nothingLeavesAfterItIsNotedThatTheNodeStops() {
        var a = started(first, "a");
        stop(a);
        assertThatThrownBy(() -> a.depart(List.of(departure()), a.generation()))
                .isInstanceOf(OutwardLog.Unavailable.class);
    }

    /** The database may be lost between the two. */
    @Test
    void whatHasNotCommittedIsNotNotedAsKnown() {
        var a = started(first, "a");
        var log = a.held().getFirst();
        var noted = new ArrayList<Long>();
        var opened = new ArrayList<Long>();
        first.serviceDatabase().transaction(session -> {
            a.hasLeft(session, List.of(departure()));
            session.beforeCommit(() -> {
                var comparing = Thread.ofVirtual().start(() -> {
                    assertThat(a.note(LogStatus.OPEN)).isTrue();
                    noted.add(records(log));
                    first.sql("DELETE FROM outward_log");
                    a.note(LogStatus.OPEN);
                    run(a);
                    opened.add(a.openCases());
                });
                return () -> assertThat(comparing.isAlive()).isFalse();
            });
            session.beforeCommit(() -> {
                await().atMost(Duration.ofSeconds(60)).until(() -> !opened.isEmpty());
                return () -> {};
            });
            return session;
        });
        assertThat(noted).containsExactly(0L);
        assertThat(opened).containsExactly(0L);
        assertThat(a.closed()).isNull();
        assertThat(a.note(LogStatus.OPEN)).isTrue();
        assertThat(records(log)).isEqualTo(1);
    }

    private long records(UUID log) {
        return first.count("SELECT records FROM outward_log WHERE log_id = '" + log + "'");
    }

    @Test
    void casesBehindManyThatStayOpenAreTakenUp() {
        var told = new HashSet<UUID>();
        var cases = new ArrayList<Lost>(IntStream.range(0, 1_001)
                .mapToObj(_ -> Lost.found(departure(), Ids.next(), Instant.EPOCH))
                .toList());
        told.add(cases.getLast().key().id());
        var database = first.serviceDatabase();
        database.transaction(session -> OutwardStore.CASES.insertIfAbsent(session, cases));
        var kind = new Departures() {
            @Override
            public boolean include(Departure departure) {
                return true;
            }

            @Override
            public Set<UUID> known(Session session, List<Departure> departures) {
                return Set.of();
            }

            @Override
            public void recover(Collection<Lost> lost) {
                assertThat(lost).isEmpty();
            }

            @Override
            public Map<Lost, UUID> takenUp(Session session, List<Lost> open) {
                return open.stream()
                        .filter(one -> told.contains(one.key().id()))
                        .collect(Collectors.toMap(one -> one, _ -> Ids.next()));
            }
        };
        var open = new OpenCases(() -> List.of(kind), TestService.CLOCK);
        for (int round = 0; round < 2; round++) {
            open.from(database.transaction(open::takeUp));
        }
        assertThat(database.run(OutwardStore::countOpen)).isEqualTo(1_000);
    }
}
