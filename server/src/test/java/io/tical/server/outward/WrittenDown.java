package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the logs of a home say that left. */
public final class WrittenDown {
    private WrittenDown() {}

    /** All records of the logs in the home of a service, which may be running. */
    public static List<Departure> in(TestService service) {
        return in(service, service.home().resolve("outward"));
    }

    /** All records of the logs in another folder. */
    static List<Departure> in(TestService service, Path place) {
        var secrets = service.tical().node().modules().platform().secrets();
        var reader = new LogReader(List.of(place), Fence.key(secrets));
        var records = new ArrayList<Departure>();
        for (var copy : reader.copies()) {
            assertThat(reader.read(copy, (departure, _) -> records.add(departure)))
                    .isNull();
        }
        return records;
    }
}
