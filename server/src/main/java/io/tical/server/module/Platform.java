package io.tical.server.module;

import io.tical.db.Database;
import io.tical.server.http.Paging;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.secret.Secrets;
import io.tical.server.work.Supervisor;
import java.time.Clock;

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
        Resources resources) {
    public static Platform of(Database database, Secrets secrets, Clock clock, Resources resources) {
        return new Platform(
                database,
                secrets,
                clock,
                Supervisor.ofProcess(),
                new IdempotencyRecords(database),
                new Paging(secrets.derive("cursor")),
                resources);
    }

    /** Registers a resource. The service closes it after all background work has ended. */
    public <R extends AutoCloseable> R open(R resource) {
        return resources.open(resource);
    }
}
