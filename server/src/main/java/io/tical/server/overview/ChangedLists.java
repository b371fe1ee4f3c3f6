package io.tical.server.overview;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.tical.db.Database;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Raises the marks of the lists whose rows this node has changed, once a second however many changes there are: so the transactions that make
 * them write nothing more.
 */
public final class ChangedLists implements Work {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Database database;
    private final Map<String, String> listOfTable;
    /** Those that could not be raised are raised with the next ones. */
    private final Set<ListMark> waiting = new HashSet<>();

    public ChangedLists(Database database, List<ListedTable> lists) {
        this.database = database;
        this.listOfTable = lists.stream().collect(toMap(ListedTable::table, ListedTable::type));
    }

    @Override
    public String name() {
        return "changed lists";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        waiting.addAll(database.takeWritten().stream()
                .filter(written -> listOfTable.containsKey(written.table()))
                .map(written -> new ListMark(listOfTable.getOrDefault(written.table(), ""), written.livemode()))
                .collect(toSet()));
        if (!waiting.isEmpty()) {
            database.transaction(session -> {
                ListMarkStore.raise(session, waiting);
                return waiting;
            });
            waiting.clear();
        }
        return false;
    }
}
