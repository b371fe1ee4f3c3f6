package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.server.secret.Secrets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A log as a node leaves it that was killed before the database had noted anything of it: for measurements. */
public final class MadeLog implements AutoCloseable {
    private final OutwardLog log;

    /**
     * Begins a log.
     *
     * @param place the folder of logs, which exists
     */
    public MadeLog(Path place, Secrets secrets) throws IOException {
        log = Objects.requireNonNull(OutwardLog.open(Ids.next(), List.of(place), Fence.key(secrets)), "its id is new");
    }

    public void write(List<Departure> departures) {
        log.append(departures);
    }

    @Override
    public void close() {
        log.close();
    }
}
