package io.tical.server.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * The comparisons: payouts in plain SQL for one hot merchant. Both lock the wallet with {@code SELECT … FOR UPDATE}, read
 * the keys and the references, and insert the same rows as the service, with their MACs and journal entries. They have no HTTP, no JSON and
 * no authentication, which the service's figure includes.
 */
record SqlPayouts(DataSource database, SqlRows rows) {
    /** Creates payouts in one transaction. */
    interface Creation {
        void create(Connection connection) throws SQLException;
    }

    /** Measures the textbook implementation's payouts a second, without connecting. */
    double textbookPerSecond(int connections, Duration duration) throws InterruptedException {
        return perSecond(connections, duration, 1, new TextbookPayout(rows));
    }

    /** Measures the set-based payouts a second, without connecting. */
    double setBasedPerSecond(Duration duration) throws InterruptedException {
        return perSecond(1, duration, SetBasedPayouts.GROUP, new SetBasedPayouts(rows));
    }

    private double perSecond(int connections, Duration duration, int group, Creation creation)
            throws InterruptedException {
        var open = new ArrayList<Connection>();
        try (var threads = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                open.add(database.getConnection());
            }
            var begin = System.nanoTime();
            var end = begin + duration.toNanos();
            var done = new AtomicLong();
            var tasks = open.stream().map(connection -> (Callable<Connection>) () -> {
                connection.setAutoCommit(false);
                while (System.nanoTime() < end) {
                    creation.create(connection);
                    connection.commit();
                    done.addAndGet(group);
                }
                return connection;
            });
            var ended = threads.invokeAll(tasks.toList());
            var seconds = (System.nanoTime() - begin) / 1e9;
            for (var connection : ended) {
                connection.get().close();
            }
            return done.get() / seconds;
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException("the SQL comparison failed", e);
        }
    }
}
