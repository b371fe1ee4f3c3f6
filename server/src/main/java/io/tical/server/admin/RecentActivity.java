package io.tical.server.admin;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.tical.db.Database;
import io.tical.server.overview.Activity;
import io.tical.server.overview.Activity.Count;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The activity of the current hour and the 23 hours before it. A result is cached for ten seconds, or longer if it was expensive: counting
 * never uses more than a twentieth of the time of one connection.
 */
final class RecentActivity {
    static final int HOURS = 24;
    static final Duration KEPT_MIN = Duration.ofSeconds(10);

    private static final int KEPT_FACTOR = 20;

    private final Database database;
    private final List<Activity> activities;
    private final Clock clock;
    private final LoadingCache<Boolean, Read> read;

    /** @param hours the beginnings of the hours, oldest first */
    record View(boolean livemode, List<Instant> hours, List<Count> counts) {}

    private record Read(View view, Duration kept) {}

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
        this.read = Caffeine.newBuilder()
                .expireAfter(Expiry.<Boolean, Read>creating((livemode, value) -> value.kept()))
                .build(this::count);
    }

    View of(boolean livemode) {
        return Objects.requireNonNull(read.get(livemode)).view();
    }

    private Read count(boolean livemode) {
        var began = System.nanoTime();
        var present = clock.instant().truncatedTo(ChronoUnit.HOURS);
        var hours = IntStream.range(0, HOURS)
                .mapToObj(hour -> present.minus(Duration.ofHours(HOURS - 1L - hour)))
                .toList();
        var counts = database.run(session -> activities.stream()
                .flatMap(activity -> activity.counts(session, livemode, hours).stream())
                .toList());
        var took = Duration.ofNanos(System.nanoTime() - began);
        return new Read(
                new View(livemode, hours, added(counts)),
                Collections.max(List.of(KEPT_MIN, took.multipliedBy(KEPT_FACTOR))));
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
