package io.tical.server.module;

import io.tical.db.Database;
import io.tical.server.decision.Leases;
import io.tical.server.http.Paging;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.metric.Sample.Label;
import io.tical.server.secret.Secrets;
import io.tical.server.work.Supervisor;
import java.time.Clock;
import java.util.List;

/**
 * The services that every module may use.
 *
 * @param clock the clock of the service, in whole milliseconds
 * @param resources the resources that the service closes when it stops
 */
public record Platform(
        Database database,
        Secrets secrets,
        Clock clock,
        Supervisor supervisor,
        IdempotencyRecords idempotency,
        Paging paging,
        Leases leases,
        Resources resources) {
    public static Platform of(Database database, Secrets secrets, Clock clock, Resources resources) {
        return new Platform(
                database,
                secrets,
                clock,
                Supervisor.ofProcess(),
                new IdempotencyRecords(database),
                new Paging(secrets.derive("cursor")),
                new Leases(database, clock),
                resources);
    }

    /** The state of the connection pool. */
    public List<Family> metrics() {
        return List.of(
                Family.gauges("tical_database_connections", "Open connections to the database.", () -> {
                    var pool = database.pool();
                    return List.of(
                            Sample.of(pool.active(), new Label("state", "active")),
                            Sample.of(pool.idle(), new Label("state", "idle")));
                }),
                Family.gauge(
                        "tical_database_connections_max",
                        "Size of the connection pool.",
                        () -> database.pool().max()),
                Family.gauge(
                        "tical_database_waiting_threads",
                        "Threads that wait for a connection to the database.",
                        () -> database.pool().waiting()),
                Family.gauge(
                        "tical_in_service",
                        "Whether the node serves: the database accepts writes and the clocks agree.",
                        () -> database.outOfService().isEmpty() ? 1 : 0),
                Family.gauge(
                        "tical_clock_difference_seconds",
                        "The database's clock minus the node's.",
                        () -> database.clock().difference().toMillis() / 1_000.0),
                Family.gauge("tical_database_timeline", "The timeline of the database; 0 if it is unknown.", () -> {
                    var identity = database.seenTimeline().present();
                    return identity == null ? 0 : identity.timeline();
                }));
    }

    /** Registers a resource. The service closes it after all background work has ended. */
    public <R extends AutoCloseable> R open(R resource) {
        return resources.open(resource);
    }
}
