package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The version of the cached configuration: keys, allowlists, signing, limits, fees and switches. Every change
 * increments the version in the same transaction, so data read at a version is current while that version is the
 * newest.
 *
 * <p>Requests do not query the version. A background check reads it at most every second while there are requests. If
 * the version was not confirmed for {@value #TRUSTED_S} s, requests wait for the check and fail if the database is
 * unavailable. So a change takes effect immediately on the node that made it, and within 5 s on the others.
 */
public final class Configuration {
    private static final Duration CHECK_PERIOD = Duration.ofSeconds(1);
    private static final int TRUSTED_S = 4;
    private static final Duration TRUSTED = Duration.ofSeconds(TRUSTED_S);

    private final Database database;
    private final AtomicReference<Known> known = new AtomicReference<>(Known.NOTHING);
    private final AtomicReference<CompletableFuture<Known>> latestCheck =
            new AtomicReference<>(CompletableFuture.completedFuture(Known.NOTHING));

    /** A version and the start time of the check that confirmed it. */
    private record Known(long version, boolean confirmed, long atNanos) {
        static final Known NOTHING = new Known(Long.MIN_VALUE, false, 0);

        boolean youngerThan(Duration age) {
            return confirmed && System.nanoTime() - atNanos < age.toNanos();
        }
    }

    public Configuration(Database database) {
        this.database = database;
    }

    /**
     * Runs a configuration change in one transaction and increments the version. When it returns, this node uses the
     * new configuration.
     */
    public <T> T change(Function<Session, T> work) {
        record Changed<T>(T result, long version) {}
        var changed = database.transaction(session -> {
            var result = work.apply(session);
            // Last, because every change locks this row.
            return new Changed<>(result, ConfigurationStore.raise(session));
        });
        known.updateAndGet(old -> new Known(Math.max(old.version, changed.version()), old.confirmed, old.atNanos));
        return changed.result();
    }

    /**
     * The newest version, at most {@value #TRUSTED_S} s old.
     *
     * @throws io.tical.db.DatabaseUnavailable if it cannot be confirmed
     * @throws IllegalStateException in a unit of work, which must use {@link #version(Session)}
     */
    public long version() {
        Database.requireNoConnection();
        if (known.get().youngerThan(CHECK_PERIOD)) {
            return known.get().version();
        }
        var check = check();
        while (!known.get().youngerThan(TRUSTED)) {
            await(check.copy().orTimeout(TRUSTED_S, TimeUnit.SECONDS));
            check = check();
        }
        return known.get().version();
    }

    /** The newest version for a unit of work, which reads it on its own connection if necessary. */
    long version(Session session) {
        var latest = known.get();
        if (latest.youngerThan(CHECK_PERIOD)) {
            return latest.version();
        }
        return known.updateAndGet(confirmation(session)).version();
    }

    /** Returns the running check, or starts one. */
    private CompletableFuture<Known> check() {
        var latest = latestCheck.get();
        if (!latest.isDone()) {
            return latest;
        }
        var mine = new CompletableFuture<Known>();
        if (!latestCheck.compareAndSet(latest, mine)) {
            return latestCheck.get();
        }
        return mine.completeAsync(
                () -> known.updateAndGet(database.run(Configuration::confirmation)),
                Thread.ofVirtual().name("configuration-check")::start);
    }

    private static UnaryOperator<Known> confirmation(Session session) {
        var began = System.nanoTime();
        var version = ConfigurationStore.version(session);
        return old -> new Known(Math.max(old.version, version), true, began);
    }

    /** Waits for a value that another thread reads. */
    static <T> T await(CompletableFuture<T> value) {
        try {
            return value.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case TimeoutException late -> throw Problem.Unavailable.service();
                case null, default -> throw e;
            }
        }
    }
}
