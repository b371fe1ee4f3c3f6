package io.tical.server.outward;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The logs of all nodes from the view of one: which of them keep it from letting anything leave.
 *
 * @param known all that are not gone
 * @param ends of the logs that the node has
 * @param remembered when the logs of which the node has heard were last noted, in a state of the database that may be lost
 */
record OtherLogs(List<NotedLog> known, Map<UUID, LogEnd> ends, Map<UUID, Instant> remembered, DatabaseState state) {
    /**
     * Adds the logs of which the database knows nothing.
     *
     * @param all that the database knows
     */
    static OtherLogs of(
            List<NotedLog> all, Map<UUID, LogEnd> ends, Map<UUID, Instant> remembered, DatabaseState state) {
        var known = new ArrayList<>(all.stream().filter(one -> !one.isGone()).toList());
        known.addAll(forgotten(all, ends, remembered));
        return new OtherLogs(known, ends, remembered, state);
    }

    /** The logs of which the database knows nothing. */
    static List<NotedLog> forgotten(List<NotedLog> all, Map<UUID, LogEnd> ends, Map<UUID, Instant> remembered) {
        var ids = all.stream().map(NotedLog::id).collect(Collectors.toSet());
        return remembered.entrySet().stream()
                .filter(one -> !ids.contains(one.getKey()) && !ends.containsKey(one.getKey()))
                .map(one -> NotedLog.forgotten(one.getKey(), one.getValue()))
                .toList();
    }

    /**
     * The logs because of which the node may let nothing leave.
     *
     * @param atWork whether the node of a log is at work
     */
    List<UUID> blocking(Predicate<UUID> atWork) {
        // A node without a log cannot know what was lost with an earlier one, unless another node is at work beside
        // it: not one that a restored database remembers.
        var alone = isFresh() && compared().noneMatch(one -> atWork.test(one.id()));
        return others().stream()
                .filter(one -> alone || mayHaveMore(one))
                .map(NotedLog::id)
                .toList();
    }

    /** Whether a log may have what this database does not know. */
    private boolean mayHaveMore(NotedLog log) {
        if (log.isComparedWith(state)) {
            return false;
        }
        var heard = remembered.getOrDefault(log.id(), Instant.MIN);
        return log.status() == LogStatus.OPEN || log.comparedAt().isBefore(heard);
    }

    /** Whether the nodes of logs may be at work that will compare them, or beside which a new node may work. */
    boolean isWaitingFor(List<UUID> blocking, Set<UUID> alive) {
        return alive.containsAll(blocking) || (isFresh() && compared().anyMatch(one -> alive.contains(one.id())));
    }

    /** Whether the node has nothing but a new log. */
    boolean isFresh() {
        return remembered.isEmpty()
                && known.stream().noneMatch(one -> ends.containsKey(one.id()))
                && ends.values().stream().allMatch(LogEnd.NOTHING::equals);
    }

    private List<NotedLog> others() {
        return known.stream().filter(one -> !ends.containsKey(one.id())).toList();
    }

    private Stream<NotedLog> compared() {
        return others().stream().filter(one -> one.isComparedWith(state));
    }
}
