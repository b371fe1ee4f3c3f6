package io.tical.server.admin;

import io.tical.db.Database;
import io.tical.server.overview.Activity;
import io.tical.server.overview.Activity.Count;
import io.tical.server.overview.KeptRead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The activity of the current hour and the 23 hours before it. */
final class RecentActivity {
    static final int HOURS = 24;

    private final Database database;
    private final List<Activity> activities;
    private final Clock clock;
    private final KeptRead<View> read = new KeptRead<>(this::count);

    /** @param hours the beginnings of the hours, oldest first */
    record View(boolean livemode, List<Instant> hours, List<Count> counts) {}

    private record Key(
            String kind, String subject, @Nullable Instant hour, String outcome) {
        static Key of(Count count) {
            return new Key(count.kind(), count.subject(), count.hour(), count.outcome());
        }
    }

    RecentActivity(Database database, List<Activity> activities, Clock clock) {
        this.database = database;
        this.activities = activities;
        this.clock = clock;
    }

    View of(boolean livemode) {
        return read.of(livemode);
    }

    private View count(boolean livemode) {
        var present = clock.instant().truncatedTo(ChronoUnit.HOURS);
        var hours = IntStream.range(0, HOURS)
                .mapToObj(hour -> present.minus(Duration.ofHours(HOURS - 1L - hour)))
                .toList();
        var counts = database.run(session -> activities.stream()
                .flatMap(activity -> activity.counts(session, livemode, hours).stream())
                .toList());
        return new View(livemode, hours, added(counts));
    }

    /** Adds the counts of several tables, which may contain attempts of the same rail. */
    private static List<Count> added(List<Count> counts) {
        return List.copyOf(counts.stream()
                .collect(Collectors.toMap(
                        Key::of,
                        count -> count,
                        (a, b) -> new Count(
                                a.kind(),
                                a.subject(),
                                a.hour(),
                                a.outcome(),
                                a.count() + b.count(),
                                a.amount() == null || b.amount() == null
                                        ? null
                                        : Long.valueOf(a.amount() + b.amount())),
                        LinkedHashMap::new))
                .values());
    }
}
