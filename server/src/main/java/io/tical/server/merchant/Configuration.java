package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The version of everything that is cached: keys, allowlists, signing, limits, fees, switches. Every change raises it in its own
 * transaction, so what was read at a version is right as long as that is the newest one.
 *
 * <p>Reading the version costs no round trip: it is checked beside the requests, at most once a second and only while
 * there are any. A version that could not be confirmed for {@value #TRUSTED_S} s is not used: then requests wait for the
 * check, and are refused when the database cannot be reached. So a change takes effect at once on the node that made it,
 * and within 5 s on every other.
 */
public final class Configuration {
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);
    private static final int TRUSTED_S = 4;
    private static final Duration TRUSTED = Duration.ofSeconds(TRUSTED_S);

    private final Database database;
    private final AtomicReference<Known> known = new AtomicReference<>(Known.NOTHING);
    private final AtomicReference<CompletableFuture<Known>> latestCheck =
            new AtomicReference<>(CompletableFuture.completedFuture(Known.NOTHING));

    /** A version, and the time at which the check that confirmed it began. */
    private record Known(long version, boolean confirmed, long atNanos) {
        static final Known NOTHING = new Known(Long.MIN_VALUE, false, 0);

        boolean youngerThan(Duration age) {
            return confirmed && System.nanoTime() - atNanos < age.toNanos();
        }

        Known confirmedBy(Known check) {
            return new Known(Math.max(version, check.version), true, check.atNanos);
        }

        Known raisedTo(long newer) {
            return new Known(Math.max(version, newer), confirmed, atNanos);
        }
    }

    public Configuration(Database database) {
        this.database = database;
    }

    /**
     * Runs a change of configuration in one transaction, which also raises the version. When it returns, this node uses
     * nothing older.
     */
    public <T> T change(Function<Session, T> work) {
        record Changed<T>(T result, long version) {}
        var changed = database.transaction(session -> {
            var result = work.apply(session);
            // Last, because every change waits for this row.
            var version = session.sql("UPDATE configuration_version SET version = version + 1 RETURNING version")
                    .one(row -> row.number("version"));
            return new Changed<>(result, version);
        });
        known.updateAndGet(old -> old.raisedTo(changed.version()));
        return changed.result();
    }

    /**
     * The newest version as of at most {@value #TRUSTED_S} s ago.
     *
     * @throws io.tical.db.DatabaseUnavailable when it cannot be confirmed
     * @throws IllegalStateException within a unit of work, which asks with its {@link #version(Session) session}
     */
    public long version() {
        Database.requireNoConnection();
        if (known.get().youngerThan(CHECK_PERIOD)) {
            return known.get().version();
        }
        var check = check();
        while (!known.get().youngerThan(TRUSTED)) {
            await(check);
            check = check();
        }
        return known.get().version();
    }

    /** The same within a unit of work: what is not known to be recent is read on its connection. */
    long version(Session session) {
        var latest = known.get();
        if (latest.youngerThan(CHECK_PERIOD)) {
            return latest.version();
        }
        return known.updateAndGet(confirmation(session)).version();
    }

    /** The check that is under way, begun now if there is none. */
    private CompletableFuture<Known> check() {
        var latest = latestCheck.get();
        if (!latest.isDone()) {
            return latest;
        }
        var mine = new CompletableFuture<Known>();
        if (!latestCheck.compareAndSet(latest, mine)) {
            return latestCheck.get();
        }
        Thread.ofVirtual().name("configuration-check").start(() -> check(mine));
        return mine;
    }

    private void check(CompletableFuture<Known> check) {
        try {
            check.complete(known.updateAndGet(database.run(Configuration::confirmation)));
        } catch (RuntimeException | Error failure) {
            check.completeExceptionally(failure);
        }
    }

    private static UnaryOperator<Known> confirmation(Session session) {
        var began = System.nanoTime();
        var version = session.sql("SELECT version FROM configuration_version").one(row -> row.number("version"));
        var confirmed = new Known(version, true, began);
        return old -> old.confirmedBy(confirmed);
    }

    private static void await(CompletableFuture<Known> check) {
        try {
            check.get(TRUSTED_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("the configuration could not be checked", e);
        } catch (TimeoutException e) {
            throw Problem.Unavailable.service();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the configuration was checked", e);
        }
    }
}
