package io.tical.server.work;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.metric.Sample.Label;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Measures the backlogs every few seconds, so that a scrape does not wait for the database. */
public final class Backlogs implements Work {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Database database;
    private final Map<String, Function<Session, Backlog>> measured = new ConcurrentSkipListMap<>();
    private final Map<String, Backlog> latest = new ConcurrentSkipListMap<>();

    /** @param works the background work of this node */
    public Backlogs(Database database, List<Work> works) {
        this.database = database;
        works.forEach(work -> work.backlog().ifPresent(backlog -> measured.put(work.name(), backlog)));
    }

    @Override
    public String name() {
        return "backlogs";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        measured.forEach((work, backlog) -> latest.put(work, database.run(backlog)));
        return false;
    }

    public List<Family> metrics() {
        return List.of(
                gauges("tical_due_rows", "Rows that are due for background work, counted to 10,000.", Backlog::rows),
                gauges(
                        "tical_due_oldest_seconds",
                        "How long the oldest row has been due.",
                        backlog -> backlog.oldest().toMillis() / 1e3));
    }

    private Family gauges(String name, String help, ToDoubleFunction<Backlog> value) {
        return Family.gauges(
                name,
                help,
                () -> latest.entrySet().stream()
                        .map(entry ->
                                Sample.of(value.applyAsDouble(entry.getValue()), new Label("work", entry.getKey())))
                        .toList());
    }
}
