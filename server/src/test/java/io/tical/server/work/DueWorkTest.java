package io.tical.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claimed rows are held as long as their node works on them and no longer, and no row waits for another. */
class DueWorkTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static Database database;

    @BeforeAll
    static void open() throws SQLException {
        var settings = TestDatabase.settings();
        database = Databases.open(settings);
        try (var connection = TestDatabase.owner(settings);
                var statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE due_row (organization_id uuid, livemode boolean, row_id uuid, due_at timestamptz)");
            statement.execute("GRANT ALL ON due_row TO PUBLIC");
        }
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.run(session -> session.sql("DELETE FROM due_row").run());
    }

    private static void due(int rows) {
        database.run(session -> session.sql("""
                        INSERT INTO due_row
                        SELECT gen_random_uuid(), true, gen_random_uuid(), now() FROM generate_series(1, cast(:rows AS int))
                        """).bind("rows", rows).run());
    }

    private static boolean dueIn(String from, String to) {
        return database.run(
                session -> session.sql("SELECT count(*) AS n FROM due_row WHERE due_at BETWEEN now() + interval '"
                                + from + "' AND now() + interval '" + to + "'")
                        .one(row -> row.number("n") > 0));
    }

    /** Work of one node. */
    private static final class Node extends DueWork {
        private final Queue<TransactionKey> begun = new ConcurrentLinkedQueue<>();
        private final Function<List<TransactionKey>, CompletableFuture<Void>> task;

        Node(int batchMax, Duration heldMax, Function<List<TransactionKey>, CompletableFuture<Void>> task) {
            super(
                    database,
                    "test",
                    "row",
                    Duration.ofMillis(50),
                    new DueTable("due_row", "row_id", "due_at"),
                    new Limits(batchMax, 10, 10, heldMax, Duration.ofSeconds(1)));
            this.task = task;
        }

        @Override
        protected CompletableFuture<Void> begin(List<TransactionKey> keys, long claimedAt) {
            begun.addAll(keys);
            return task.apply(keys);
        }

        boolean hasBegun(int rows) {
            round();
            return begun.size() >= rows;
        }
    }

    private static Node silent(Duration heldMax) {
        return new Node(1, heldMax, keys -> new CompletableFuture<>());
    }

    private static CompletableFuture<Void> done(List<TransactionKey> keys) {
        database.transaction(session -> {
            keys.forEach(key -> session.sql("DELETE FROM due_row WHERE row_id = cast(:id AS uuid)")
                    .bind("id", key.id())
                    .run());
            return keys;
        });
        return CompletableFuture.completedFuture(null);
    }

    @Test
    void aRowIsHeldWhileItsNodeLivesAndTakenOverFiveSecondsAfterItsDeath() {
        due(1);
        var one = silent(Work.HELD_MAX);
        var two = new Node(1, Work.HELD_MAX, DueWorkTest::done);
        await().atMost(SOON).until(() -> one.hasBegun(1));
        var began = System.nanoTime();
        await().atMost(SOON).until(() -> {
            one.round();
            assertThat(two.hasBegun(1)).isFalse();
            return System.nanoTime() - began > Duration.ofSeconds(7).toNanos();
        });
        await().atMost(SOON).until(() -> two.hasBegun(1));
        assertThat(one.begun).hasSize(1);
        two.close();
    }

    @Test
    void aRowIsNotHeldForLongerThanItsWorkMayTake() {
        due(1);
        var one = silent(Duration.ofSeconds(6));
        await().atMost(SOON).until(() -> one.hasBegun(1));
        await().atMost(SOON).until(() -> one.hasBegun(2));
    }

    @Test
    void theEndOfAnEarlierBatchDoesNotEndALaterClaimOfItsRow() {
        due(1);
        var first = new CompletableFuture<Void>();
        var batches = new ConcurrentLinkedQueue<>(List.of(first));
        var node = new Node(1, Work.HELD_MAX, keys -> {
            var batch = batches.poll();
            return batch == null ? new CompletableFuture<>() : batch;
        });
        await().atMost(SOON).until(() -> node.hasBegun(1));
        database.run(session -> session.sql("UPDATE due_row SET due_at = now() - interval '1 second'")
                .run());
        await().atMost(SOON).until(() -> node.hasBegun(2));
        first.complete(null);
        var claimedAgain = System.nanoTime();
        await().atMost(SOON).until(() -> {
            node.round();
            return System.nanoTime() - claimedAgain > Work.LEASE.plusSeconds(2).toNanos();
        });
        assertThat(node.begun).hasSize(2);
    }

    @Test
    void aTimeThatTheWorkSetIsNotOverwrittenByARenewal() {
        due(1);
        var node = silent(Work.HELD_MAX);
        await().atMost(SOON).until(() -> node.hasBegun(1));
        database.run(session -> session.sql("UPDATE due_row SET due_at = now() + interval '1 hour'")
                .run());
        var began = System.nanoTime();
        await().atMost(SOON).until(() -> {
            node.round();
            return System.nanoTime() - began > Work.RENEWAL.plusSeconds(1).toNanos();
        });
        assertThat(dueIn("59 minutes", "61 minutes")).isTrue();
    }

    @Test
    void noRowWaitsForASilentOne() {
        due(3);
        var silent = new ConcurrentLinkedQueue<UUID>();
        var node = new Node(1, Work.HELD_MAX, keys -> {
            if (silent.isEmpty()) {
                silent.add(keys.getFirst().id());
                return new CompletableFuture<>();
            }
            return done(keys);
        });
        await().atMost(SOON).until(() -> node.hasBegun(3));
        due(20);
        await().atMost(SOON).until(() -> node.hasBegun(23));
    }

    @Test
    void aRowThatFailsIsPutOffAndItsBatchIsDone() {
        due(8);
        var poisoned = database.run(
                session -> session.sql("SELECT row_id FROM due_row LIMIT 1").one(row -> row.uuid("row_id")));
        var node = new Node(100, Work.HELD_MAX, keys -> {
            if (keys.stream().anyMatch(key -> key.id().equals(poisoned))) {
                throw new IllegalStateException("poison");
            }
            return done(keys);
        });
        node.round();
        node.close();
        long left = database.run(
                session -> session.sql("SELECT count(*) AS n FROM due_row").one(row -> row.number("n")));
        assertThat(left).isEqualTo(1);
        assertThat(dueIn("6 seconds", "15 seconds")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void rowsThatTheServiceCannotProcessNowAreDueAgainWhenTheirLeasesEnd(int batchMax) {
        due(2);
        var node = new Node(batchMax, Work.HELD_MAX, keys -> {
            throw Problem.Unavailable.service();
        });
        node.round();
        node.close();
        assertThat(node.begun).hasSize(2);
        assertThat(dueIn("5 seconds", "1 hour")).isFalse();
    }

    @Test
    void aRowThatTheServiceCannotProcessNowStaysDueAndDoesNotStopTheRound() {
        due(3);
        var tried = new ArrayList<TransactionKey>();
        var work = new LockedWork(
                database,
                "test",
                "row",
                Duration.ofMillis(50),
                new DueTable("due_row", "row_id", "due_at"),
                new LockedWork.Limits(10, 1),
                keys -> {
                    tried.addAll(keys);
                    throw Problem.Unavailable.service();
                });
        work.round();
        work.round();
        assertThat(tried).hasSize(6);
    }
}
