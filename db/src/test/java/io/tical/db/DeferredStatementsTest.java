package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.dbclient.DbClientException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeferredStatementsTest {
    private static final String VALUE = "SELECT value FROM deferred WHERE id = :id";
    private static final String ADD = "UPDATE deferred SET value = value + :added WHERE id = :id";

    private DatabaseSettings settings;
    private Database database;

    @BeforeAll
    void open() throws SQLException {
        settings = TestDatabase.settings();
        owner("CREATE TABLE deferred (id integer PRIMARY KEY, value bigint NOT NULL CHECK (value >= 0))");
        database = Databases.open(settings);
    }

    @BeforeEach
    void reset() throws SQLException {
        owner("TRUNCATE deferred; INSERT INTO deferred VALUES (1, 10), (2, 20)");
    }

    @AfterAll
    void close() {
        database.close();
    }

    private void owner(String sql) throws SQLException {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(sql);
        }
    }

    private long value(int id) {
        return database.run(session -> session.sql(VALUE).bind("id", id).one(row -> row.number("value")));
    }

    @Test
    void eachSeesWhatThoseBeforeItWroteAndAnswersInOrder() {
        requireAnswersInOrder(database, 15);
    }

    private void requireAnswersInOrder(Database on, long expected) {
        var answers = new ArrayList<Object>();
        on.transaction(session -> {
            session.sql(ADD).bind("id", 1).bind("added", 5L).runLater(answers::add);
            session.sql(VALUE).bind("id", 1).listLater(row -> row.number("value"), answers::addAll);
            session.sql(ADD).bind("id", 3).bind("added", 5L).runLater(answers::add);
            session.sql(VALUE).bind("id", 3).listLater(row -> row.number("value"), found -> answers.add(found.size()));
            assertThat(answers).isEmpty();
            session.send();
            assertThat(answers).containsExactly(1L, expected, 0L, 0);
            return answers;
        });
        assertThat(value(1)).isEqualTo(expected);
    }

    @Test
    void theyAreSentWithAStatementThatIsNotDeferredAndWithTheCommit() {
        requireSentInTime(database, 1);
    }

    private void requireSentInTime(Database on, int run) {
        var seen = on.transaction(session -> {
            session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
            var now = session.sql(VALUE).bind("id", 1).one(row -> row.number("value"));
            session.sql(ADD).bind("id", 2).bind("added", 1L).runLater();
            return now;
        });
        assertThat(seen).isEqualTo(10 + run);
        assertThat(value(2)).isEqualTo(20 + run);
    }

    /** The driver prepares a statement on the server at its fifth execution, and reads binary answers from then on. */
    @Test
    void theyBehaveTheSameWhenTheServerHasPreparedThem() throws SQLException {
        try (var one = Databases.open(settings.withPoolSize(1))) {
            for (int run = 1; run <= 10; run++) {
                requireAnswersInOrder(one, 10 + 5 * run);
            }
            reset();
            for (int run = 1; run <= 10; run++) {
                requireSentInTime(one, run);
            }
            var prepared = one.run(session -> session.sql(
                            "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '% deferred %'")
                    .list(row -> row.text("statement")));
            assertThat(prepared)
                    .anyMatch(statement -> statement.contains("UPDATE deferred"))
                    .anyMatch(statement -> statement.contains("SELECT value"));
        }
    }

    @Test
    void aWriteIsNotDeferredWithoutATransaction() {
        assertThatThrownBy(() -> database.run(session -> {
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
                    return session;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("transaction");
        assertThat(value(1)).isEqualTo(10);
    }

    @Test
    void whenOneFailsNothingIsCommittedAndNoAnswerIsHandedOut() {
        var answers = new ArrayList<Object>();
        assertThatThrownBy(() -> database.transaction(session -> {
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater(answers::add);
                    session.sql(ADD).bind("id", 2).bind("added", -21L).runLater(answers::add);
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater(answers::add);
                    return session;
                }))
                .hasStackTraceContaining("deferred_value_check");
        assertThat(answers).isEmpty();
        assertThat(List.of(value(1), value(2))).containsExactly(10L, 20L);
    }

    @Test
    void theCommitIsNotExecutedWhenAStatementThatIsSentWithItFails() {
        for (var added : List.of(-21L, 0L)) {
            assertThatThrownBy(() -> database.transaction(session -> {
                        session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
                        session.sql(ADD).bind("id", 2).bind("added", added).runLater();
                        session.sql("SELECT 1 / (value - 20) FROM deferred WHERE id = 2")
                                .runLater();
                        session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
                        return session;
                    }))
                    .isInstanceOf(DbClientException.class);
            assertThat(List.of(value(1), value(2))).containsExactly(10L, 20L);
        }
    }

    @Test
    void nothingIsCommittedAfterAFailureThatTheWorkIgnored() {
        assertThatThrownBy(() -> database.transaction(session -> {
                    assertThatThrownBy(() -> session.sql("SELECT 1 / 0").run()).isNotNull();
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
                    return session;
                }))
                .hasStackTraceContaining("division by zero");
        assertThat(value(1)).isEqualTo(10);
    }

    @Test
    void aDuplicateFailsAsItsStatementSays() {
        var insert = "INSERT INTO deferred VALUES (:id, :value)";
        assertThatThrownBy(() -> database.transaction(session -> {
                    session.sql(insert).bind("id", 3).bind("value", 1L).runLater();
                    session.sql(insert)
                            .bind("id", 1)
                            .bind("value", 1L)
                            .onDuplicate("deferred_pkey", () -> new IllegalStateException("a duplicate"))
                            .runLater();
                    return session;
                }))
                .hasMessage("a duplicate");
        assertThatThrownBy(() -> database.transaction(session -> {
                    session.sql(insert)
                            .bind("id", 3)
                            .bind("value", -1L)
                            .onDuplicate("deferred_pkey", () -> new IllegalStateException("a duplicate"))
                            .runLater();
                    return session;
                }))
                .hasStackTraceContaining("deferred_value_check");
        var rows = database.run(
                session -> session.sql("SELECT count(*) AS count FROM deferred").one(row -> row.number("count")));
        assertThat(rows).isEqualTo(2);
    }

    @Test
    void aConditionFailsAsItsStatementSays() {
        var require = "SELECT 1 / (count(*) / :rows) FROM deferred";
        assertThatThrownBy(() -> database.transaction(session -> {
                    session.sql(require)
                            .bind("rows", 3)
                            .onDivisionByZero(() -> new IllegalStateException("too few rows"))
                            .runLater();
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
                    return session;
                }))
                .hasMessage("too few rows");
        assertThat(value(1)).isEqualTo(10);
    }

    @Test
    void everyStatementThatMayHaveFailedIsReported() {
        var require = "SELECT 1 / (count(*) / :rows) FROM deferred";
        var told = new ArrayList<Integer>();
        assertThatThrownBy(() -> database.transaction(session -> {
                    for (int rows : List.of(2, 3)) {
                        session.sql(require)
                                .bind("rows", rows)
                                .onDivisionByZero(() -> {
                                    told.add(rows);
                                    return new IllegalStateException("too few rows");
                                })
                                .runLater();
                    }
                    return session;
                }))
                .hasMessage("too few rows");
        assertThat(told).containsExactly(2, 3);
    }

    @Test
    void anActionRunsOnceBeforeStatementsAreSent() {
        var sent = new ArrayList<Long>();
        database.transaction(session -> {
            session.beforeSending(() -> sent.add(System.nanoTime()));
            session.sql(ADD).bind("id", 1).bind("added", 1L).runLater();
            assertThat(sent).isEmpty();
            session.send();
            session.sql(ADD).bind("id", 1).bind("added", 1L).run();
            return session;
        });
        assertThat(sent).hasSize(1);
    }

    @Test
    void anAnswerThatIsRefusedRollsBack() {
        assertThatThrownBy(() -> database.transaction(session -> {
                    session.sql(ADD).bind("id", 1).bind("added", 1L).runLater(count -> {
                        throw new IllegalStateException("refused");
                    });
                    return session;
                }))
                .hasMessage("refused");
        assertThat(value(1)).isEqualTo(10);
    }

    @Test
    void aReadBehindALockSeesWhatTheHolderOfTheLockCommitted() throws Exception {
        var answers = new ArrayList<Object>();
        CompletableFuture<?> waiting;
        try (var holder = TestDatabase.owner(settings)) {
            holder.setAutoCommit(false);
            try (var statement = holder.createStatement()) {
                statement.execute("SELECT * FROM deferred WHERE id = 1 FOR UPDATE");
                waiting = CompletableFuture.runAsync(() -> database.transaction(session -> {
                    session.sql("SELECT value FROM deferred WHERE id = :id FOR UPDATE")
                            .bind("id", 1)
                            .listLater(row -> row.number("value"), answers::addAll);
                    session.sql(VALUE).bind("id", 2).listLater(row -> row.number("value"), answers::addAll);
                    return session;
                }));
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::waitsForALock);
                statement.execute("UPDATE deferred SET value = value + 100");
            }
            holder.commit();
        }
        waiting.get(10, TimeUnit.SECONDS);
        assertThat(answers).containsExactly(110L, 120L);
    }

    private boolean waitsForALock() throws SQLException {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND datname = current_database()")) {
            row.next();
            return row.getInt(1) > 0;
        }
    }
}
