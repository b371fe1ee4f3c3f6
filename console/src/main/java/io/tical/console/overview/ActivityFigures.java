package io.tical.console.overview;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.tical.common.admin.Activity;
import io.tical.common.admin.Activity.Count;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the activity of the last hours amounts to. */
record ActivityFigures(Activity activity) {
    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    /** Counts by outcome of what has something in common, such as a rail. */
    record Health(String subject, Map<String, Long> outcomes) {
        long of(String outcome) {
            return outcomes.getOrDefault(outcome, 0L);
        }
    }

    /** The currencies of payins and payouts, the one with most of them first. */
    List<String> currencies() {
        var counts = activity.counts().stream()
                .filter(count -> count.amount() != null)
                .collect(groupingBy(Count::subject, TreeMap::new, summingLong(Count::count)));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** What succeeded in each hour, in minor units. */
    List<Long> volumes(String kind, String currency) {
        return activity.hours().stream()
                .map(hour -> of(kind, currency, hour)
                        .filter(outcome(SUCCEEDED))
                        .mapToLong(count -> count.amount() == null ? 0 : count.amount())
                        .sum())
                .toList();
    }

    /** The percentage that succeeded of what succeeded or failed in each hour; empty for an hour without. */
    List<OptionalDouble> successRates(String kind, String currency) {
        return activity.hours().stream()
                .map(hour -> {
                    var succeeded = sum(of(kind, currency, hour).filter(outcome(SUCCEEDED)));
                    var failed = sum(of(kind, currency, hour).filter(outcome(FAILED)));
                    return succeeded + failed == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(100.0 * succeeded / (succeeded + failed));
                })
                .toList();
    }

    /** Counts of all hours for each subject of a kind. */
    List<Health> health(String kind) {
        return activity.counts().stream()
                .filter(count -> count.kind().equals(kind))
                .collect(
                        groupingBy(Count::subject, TreeMap::new, groupingBy(Count::outcome, summingLong(Count::count))))
                .entrySet()
                .stream()
                .map(entry -> new Health(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Health::subject))
                .toList();
    }

    private Stream<Count> of(String kind, String currency, Long hour) {
        return activity.counts().stream()
                .filter(count ->
                        count.kind().equals(kind) && count.subject().equals(currency) && hour.equals(count.hour()));
    }

    private static Predicate<Count> outcome(String outcome) {
        return count -> count.outcome().equals(outcome);
    }

    private static long sum(Stream<Count> counts) {
        return counts.mapToLong(Count::count).sum();
    }
}
