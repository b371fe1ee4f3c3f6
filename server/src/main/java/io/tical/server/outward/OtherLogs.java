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
 * @param known all that are not gone, with the doubts of this node
 * @param doubted those of them of which the database says too little: they may have what it does not know
 * @param forgotten those of them of which the database knows nothing
 * @param ends of the logs that the node has
 * @param remembered when the logs of which the node has heard were last noted, in a state of the database that may be lost
 */
record OtherLogs(
        List<NotedLog> known,
        List<NotedLog> doubted,
        List<NotedLog> forgotten,
        Map<UUID, LogEnd> ends,
        Map<UUID, Instant> remembered,
        DatabaseState state) {
    /**
     * What a node has found of the database, besides what it knows of logs.
     *
     * @param lost something that left is not in it
     * @param reverted it had more while the same process served it
     * @param attended the node has heard of all logs until just before
     */
    record Signs(boolean lost, boolean reverted, boolean attended) {
        static final Signs NONE = new Signs(false, false, false);
    }

    /** @param all that the database knows */
    static OtherLogs of(
            List<NotedLog> all,
            Map<UUID, LogEnd> ends,
            Map<UUID, Instant> remembered,
            DatabaseState state,
            Signs signs) {
        var ids = all.stream().map(NotedLog::id).collect(Collectors.toSet());
        var reverted = signs.reverted()
                || all.stream().anyMatch(one -> !one.isGone() && one.isComparedWith(state) && one.isBefore(remembered));
        var earlier = reverted
                || signs.lost()
                || all.stream().anyMatch(one -> one.isBefore(remembered))
                || !ids.containsAll(remembered.keySet())
                || !ids.containsAll(withRecords(ends));
        var known = new ArrayList<NotedLog>();
        var doubted = new ArrayList<NotedLog>();
        for (var one : all) {
            if (one.isGone()) {
                continue;
            }
            var believed = ends.containsKey(one.id())
                    || (one.isComparedWith(state) && !reverted)
                    || (one.status() == LogStatus.CLOSED
                            && !one.isBefore(remembered)
                            && (signs.attended() || !earlier));
            var now = believed ? one : one.doubted(remembered, state);
            known.add(now);
            if (!now.equals(one)) {
                doubted.add(now);
            }
        }
        var forgotten = remembered.entrySet().stream()
                .filter(one -> !ids.contains(one.getKey()) && !ends.containsKey(one.getKey()))
                .map(one -> NotedLog.forgotten(one.getKey(), one.getValue()))
                .toList();
        known.addAll(forgotten);
        return new OtherLogs(known, doubted, forgotten, ends, remembered, state);
    }

    private static Set<UUID> withRecords(Map<UUID, LogEnd> ends) {
        return ends.entrySet().stream()
                .filter(one -> one.getValue().records() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
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
                .filter(one -> alone || one.mayHaveMoreThan(state))
                .map(NotedLog::id)
                .toList();
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
