package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Units of work: their connections, statements, transactions and retries. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseTest {
    private DatabaseSettings settings;
    private Database database;

    @BeforeAll
    void open() throws SQLException {
        settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("CREATE TABLE counter (id integer PRIMARY KEY, value bigint NOT NULL)");
            statement.execute("INSERT INTO counter VALUES (1, 0), (2, 0)");
            statement.execute("CREATE TABLE growing (id integer PRIMARY KEY, value bigint NOT NULL)"
                    // Only the test analyzes it.
                    + " WITH (autovacuum_enabled = false)");
            // With statistics of an empty table PostgreSQL plans for an empty table.
            statement.execute("ANALYZE growing");
        }
        database = Databases.open(settings);
    }

    @AfterEach
    void noConnectionIsLeftLentOut() {
        assertThat(database.activeConnections()).isZero();
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void aUnitOfWorkHasOneConnectionAndTakesItAtItsFirstStatement() {
        for (var work : List.<Function<Function<Session, Object>, Object>>of(database::run, database::transaction)) {
            var sameBackend = work.apply(session -> {
                assertThat(database.activeConnections()).isZero();
                var backend = backend(session);
                assertThat(database.activeConnections()).isOne();
                return backend(session) == backend;
            });
            assertThat(sameBackend).isEqualTo(true);
            assertThat(database.activeConnections()).isZero();
        }
    }

    @Test
    void statementsOfATransactionShareItAndThoseOfARunStandAlone() {
        Function<Session, Set<Long>> work = session -> Stream.of(1, 2)
                .map(any -> session.sql("SELECT cast(cast(pg_current_xact_id() as text) as bigint) AS id")
                        .one(row -> row.number("id")))
                .collect(Collectors.toSet());
        assertThat(database.transaction(work)).hasSize(1);
        assertThat(database.run(work)).hasSize(2);
    }

    @Test
    void aStatementThatIsRunOftenIsKeptPreparedByTheServer() {
        var prepared = database.<Long>run(session -> {
            for (int i = 0; i < 10; i++) {
                session.sql("SELECT value AS often FROM counter WHERE id = :id")
                        .bind("id", 1)
                        .list(row -> row.number("often"));
            }
            return session.sql("SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '% AS often %'")
                    .one(row -> row.number("n"));
        });
        assertThat(prepared).isOne();
    }

    /** Another node migrates: the server refuses to run a prepared statement that would return other columns than it did. */
    @Test
    void aStatementThatReturnsOtherColumnsThanBeforeIsRunAgain() throws SQLException {
        Function<Session, List<Long>> read =
                session -> session.sql("SELECT * FROM counter ORDER BY id").list(row -> row.number("id"));
        Function<Session, List<Long>> often = session -> {
            for (int i = 0; i < 10; i++) {
                var _ = read.apply(session);
            }
            return read.apply(session);
        };
        database.transaction(often);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("ALTER TABLE counter ADD COLUMN of_next_release text");
        }
        assertThat(database.transaction(read)).containsExactly(1L, 2L);
        assertThat(database.run(read)).containsExactly(1L, 2L);
    }

    /** A migration outdates the statements of all connections at once; to open them all anew would keep callers waiting. */
    @Test
    void connectionsOutliveOtherColumns() throws Exception {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            for (int table = 1; table <= 10; table++) {
                var before = together();
                statement.execute("ALTER TABLE counter ADD COLUMN of_release_" + table + " text");
                assertThat(together()).isEqualTo(before);
            }
        }
    }

    /** The connections of transactions that run at the same time, and that all read the same columns often. */
    private Set<Long> together() throws Exception {
        var count = 4;
        var meeting = new CyclicBarrier(count);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var backends = new HashSet<Long>();
            Callable<Long> reading = () -> database.transaction(session -> {
                for (int i = 0; i < 10; i++) {
                    session.sql("SELECT * FROM counter WHERE id = 1").list(row -> row.number("id"));
                }
                return await(meeting, backend(session));
            });
            for (var one : threads.invokeAll(Collections.nCopies(count, reading))) {
                backends.add(one.get());
            }
            return backends;
        }
    }

    private static <T> T await(CyclicBarrier meeting, T result) {
        try {
            meeting.await(1, TimeUnit.MINUTES);
            return result;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without a database each request is answered within 3 s: it waits for a connection, and tests the last one. */
    @Test
    void aCallerWaitsForAConnectionOnlyUntilItsTime() throws Exception {
        assertThat(DatabaseSettings.CONNECTION_TIMEOUT_MS + DatabaseSettings.VALIDATION_TIMEOUT_MS)
                .isLessThanOrEqualTo(3_000);
        var now = Long.MAX_VALUE - 1; // as System.nanoTime, which may pass the greatest number
        assertThat(Stream.of(-9_000, 0, 700, 9_000)
                        .map(left -> DatabaseSettings.connectionWaitMs(now + left * 1_000_000L, now)))
                .containsExactly(1L, 1L, 700L, (long) DatabaseSettings.CONNECTION_TIMEOUT_MS);
        try (var one = Databases.open(TestDatabase.settings().withPoolSize(1))) {
            var taken = new CountDownLatch(1);
            var waited = new CountDownLatch(1);
            var holder = Thread.ofVirtual()
                    .start(() -> one.run(session -> {
                        backend(session);
                        taken.countDown();
                        try {
                            return waited.await(1, TimeUnit.MINUTES);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }));
            taken.await();
            var began = System.nanoTime();
            assertThatThrownBy(() -> Database.connectedBy(began, () -> one.run(DatabaseTest::backend)))
                    .isInstanceOf(DatabaseUnavailable.class);
            assertThat(System.nanoTime() - began).isLessThan(DatabaseSettings.CONNECTION_TIMEOUT_MS * 1_000_000L);
            waited.countDown();
            holder.join();
            assertThat(Database.connectedBy(began, () -> one.run(DatabaseTest::backend)))
                    .isPositive();
        }
    }

    @Test
    void aTableThatHasGrownIsAnalyzedAndItsKeptPlansAreMadeAnew() {
        database.run(session -> {
            session.sql("SET plan_cache_mode = force_generic_plan").run();
            session.sql("PREPARE find (int) AS SELECT value FROM growing WHERE id = $1")
                    .run();
            assertThat(plan(session)).contains("Seq Scan");
            session.sql("INSERT INTO growing SELECT i, i FROM generate_series(1, 5000) i")
                    .run();
            session.sql("SELECT pg_stat_force_next_flush()").list(row -> true);
            assertThat(plan(session)).contains("Seq Scan");
            var analyzed = new ArrayList<String>();
            elsewhere(() -> analyzed.addAll(database.analyzeGrown()));
            assertThat(analyzed).contains("growing");
            assertThat(plan(session)).contains("Index Scan");
            analyzed.clear();
            elsewhere(() -> analyzed.addAll(database.analyzeGrown()));
            assertThat(analyzed).doesNotContain("growing");
            session.sql("DEALLOCATE find").run();
            return session.sql("RESET plan_cache_mode").run();
        });
    }

    private static String plan(Session session) {
        return session.sql("EXPLAIN EXECUTE find (7)").list(row -> row.text("QUERY PLAN")).stream()
                .collect(Collectors.joining("\n"));
    }

    @Test
    void aUnitOfWorkWithinAnotherIsRefusedAndRollsItBack() {
        var before = value(1);
        for (Runnable nested : List.<Runnable>of(
                () -> database.run(session -> 1),
                () -> database.transaction(session -> 1),
                () -> database.snapshot(session -> 1),
                Database::requireNoConnection)) {
            assertThatThrownBy(() -> database.transaction(session -> {
                        add(session, 1);
                        nested.run();
                        return 1;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is in a unit of work");
            assertThatThrownBy(() -> database.run(session -> {
                        nested.run();
                        return 1;
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        Database.requireNoConnection();
        assertThat(value(1)).isEqualTo(before);
    }

    @Test
    void anExceptionRollsBackWhatTheTransactionDid() {
        var before = value(1);
        assertThatThrownBy(() -> database.transaction(session -> {
                    add(session, 1);
                    throw new IllegalArgumentException("no");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no");
        assertThat(value(1)).isEqualTo(before);
    }

    @Test
    void aStatementThatFailsRollsBackEvenWhenItsExceptionIsSwallowed() {
        var before = value(1);
        assertThatThrownBy(() -> database.transaction(session -> {
                    add(session, 1);
                    try {
                        session.sql("SELECT * FROM nowhere").list(row -> row.text("x"));
                    } catch (RuntimeException swallowed) {
                        return "swallowed";
                    }
                    return "unreachable";
                }))
                .hasMessageContaining("FROM nowhere");
        assertThat(value(1)).isEqualTo(before);
    }

    @Test
    void aTransactionThatLostARaceRunsAgain() throws InterruptedException {
        var before = value(2);
        var barrier = new CyclicBarrier(2);
        var runs = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                var first = new AtomicInteger();
                database.transaction(session -> {
                    runs.incrementAndGet();
                    session.sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                            .run();
                    var seen = session.sql("SELECT value FROM counter WHERE id = 2")
                            .one(row -> row.number("value"));
                    if (first.getAndIncrement() == 0) {
                        await(barrier);
                    }
                    return session.sql("UPDATE counter SET value = :value WHERE id = 2")
                            .bind("value", seen + 1)
                            .run();
                });
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(runs.get()).isEqualTo(3);
        assertThat(value(2)).isEqualTo(before + 2);
    }

    @Test
    void aDeadlockIsResolvedByRunningTheVictimAgain() throws InterruptedException {
        var before = value(1) + value(2);
        var barrier = new CyclicBarrier(2);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 2; i++) {
            var mine = i + 1;
            var other = 2 - i;
            threads.add(Thread.ofVirtual().start(() -> {
                var runs = new AtomicInteger();
                database.transaction(session -> {
                    add(session, mine);
                    if (runs.getAndIncrement() == 0) {
                        await(barrier);
                    }
                    return add(session, other);
                });
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(value(1) + value(2)).isEqualTo(before + 4);
    }

    @Test
    void aTransactionThatAlwaysLosesGivesUpWithItsFailure() {
        var runs = new AtomicInteger();
        assertThatThrownBy(() -> database.transaction(session -> {
                    runs.incrementAndGet();
                    return session.sql("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$")
                            .run();
                }))
                .satisfies(failure -> assertThat(SqlStates.lostRace(failure)).isTrue());
        assertThat(runs.get()).isEqualTo(6);
    }

    @Test
    void aMissingParameterAFailingStatementAndAFailingMapperLendNoConnection() {
        assertThatThrownBy(() -> database.run(session ->
                        session.sql("SELECT :a AS a, :b AS b").bind("a", 1).list(row -> row.text("a"))))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() ->
                        database.run(session -> session.sql("SELECT 1/0 AS x").list(row -> row.text("x"))))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> database.run(session ->
                        session.sql("SELECT :a AS a").bind("a", new Object()).list(row -> row.text("a"))))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> database.run(session -> session.sql("SELECT generate_series(1, 100) AS x")
                        .list(row -> {
                            throw new IllegalArgumentException("mapper");
                        })))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> database.transaction(session -> session.sql("INSERT INTO counter VALUES (:id, 0)")
                        .bind("id", 1)
                        .run()))
                .satisfies(failure ->
                        assertThat(SqlStates.uniqueViolation(failure)).isTrue());
        assertThat(database.activeConnections()).isZero();
        assertThat(database.answers()).isTrue();
    }

    @Test
    void aSnapshotSeesOnePictureAndWritesNothing() {
        var seen = database.snapshot(session -> {
            var first = session.sql("SELECT value FROM counter WHERE id = 1").one(row -> row.number("value"));
            elsewhere(() -> database.transaction(other -> add(other, 1)));
            var second = session.sql("SELECT value FROM counter WHERE id = 1").one(row -> row.number("value"));
            return List.of(first, second);
        });
        assertThat(seen.getFirst()).isEqualTo(seen.getLast());
        assertThatThrownBy(() -> database.snapshot(session -> add(session, 1))).isInstanceOf(RuntimeException.class);
    }

    private static long backend(Session session) {
        return session.sql("SELECT pg_backend_pid() AS pid").one(row -> row.number("pid"));
    }

    private long value(int id) {
        return database.run(session -> session.sql("SELECT value FROM counter WHERE id = :id")
                .bind("id", id)
                .one(row -> row.number("value")));
    }

    private static long add(Session session, int id) {
        return session.sql("UPDATE counter SET value = value + 1 WHERE id = :id")
                .bind("id", id)
                .run();
    }

    private static void elsewhere(Runnable work) {
        try {
            Thread.ofVirtual().start(work).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
