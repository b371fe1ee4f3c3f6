package io.tical.db;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs read-only tasks on one snapshot of the database concurrently, each on its own connection. */
final class ParallelSnapshot {
    private final Database database;
    private final Queue<Consumer<Session>> works;

    ParallelSnapshot(Database database, List<? extends Consumer<Session>> works) {
        this.database = database;
        this.works = new ConcurrentLinkedQueue<>(works);
    }

    /**
     * @param connections the number of concurrent connections
     * @param end runs after all tasks
     */
    void run(int connections, Consumer<Session> end) {
        database.snapshot(session -> {
            // The others need the snapshot until they end, so this transaction may be idle for long.
            session.sql("SET LOCAL idle_in_transaction_session_timeout = 0").run();
            var id = session.sql("SELECT pg_export_snapshot() AS id").one(row -> row.text("id"));
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                var others = IntStream.range(1, connections)
                        .mapToObj(number -> executor.submit(() -> drainOn(id)))
                        .toList();
                drain(session);
                others.forEach(ParallelSnapshot::await);
            }
            end.accept(session);
            return id;
        });
    }

    private String drainOn(String id) {
        return database.snapshot(session -> {
            // Not a parameter, because the statement accepts none. The id comes from the database.
            session.sql("SET TRANSACTION SNAPSHOT '" + id + "'").run();
            drain(session);
            return id;
        });
    }

    private void drain(Session session) {
        try {
            for (var work = works.poll(); work != null; work = works.poll()) {
                work.accept(session);
            }
        } catch (RuntimeException | Error failure) {
            works.clear();
            throw failure;
        }
    }

    private static void await(Future<?> other) {
        try {
            other.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading a snapshot", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }
}
