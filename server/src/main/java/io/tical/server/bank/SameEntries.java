package io.tical.server.bank;

import io.tical.server.bank.Sighting.Likeness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises entries of one account, day and amount in another statement. Each entry of a statement is real, so each recognises
 * another known one, and equal ones are counted: what is said twice by one statement exists twice.
 */
final class SameEntries {
    /**
     * A known entry.
     *
     * @param sightings how statements said it so far
     */
    record Known<K>(K entry, List<Sighting> sightings) {
        private boolean mayBe(Sighting sighting) {
            return sightings.stream().noneMatch(sighting::excludes);
        }

        private boolean isLike(Sighting sighting, Likeness likeness) {
            return sightings.stream().anyMatch(one -> likeness.between(one, sighting));
        }
    }

    private SameEntries() {}

    /**
     * For each entry of a statement the known one that it is, or null if it is new.
     *
     * @param said entries of one statement, in its order
     * @param known entries that no other entry of the statement is
     */
    static <K> List<@Nullable K> find(List<Sighting> said, List<Known<K>> known) {
        var found = new ArrayList<@Nullable K>(said.size());
        said.forEach(_ -> found.add(null));
        var left = new Left<>(known);
        for (var likeness : Likeness.values()) {
            for (int i = 0; i < said.size() && left.any(); i++) {
                if (found.get(i) == null) {
                    found.set(i, left.take(said.get(i), likeness));
                }
            }
        }
        return found;
    }

    /** The known entries that are not recognised yet, by what a format calls them: one with another reference is not looked at. */
    private static final class Left<K> {
        private final List<Known<K>> known;
        private final BitSet places = new BitSet();
        private final Map<String, Calls> called = new HashMap<>();

        /**
         * How a format calls them.
         *
         * @param named the places of those with a reference, by it
         * @param unnamed the places of those without one that are not recognised yet
         */
        private record Calls(Map<String, List<Integer>> named, BitSet unnamed) {}

        Left(List<Known<K>> known) {
            this.known = known;
            places.set(0, known.size());
        }

        boolean any() {
            return !places.isEmpty();
        }

        /** Takes the first one that an entry may be and is like. */
        @Nullable
        K take(Sighting sighting, Likeness likeness) {
            var at = candidates(sighting)
                    .flatMap(some -> some.filter(place -> known.get(place).mayBe(sighting)
                                    && known.get(place).isLike(sighting, likeness))
                            .limit(1)
                            .boxed())
                    .mapToInt(Integer::intValue)
                    .min();
            if (at.isEmpty()) {
                return null;
            }
            places.clear(at.getAsInt());
            called.values().forEach(calls -> calls.unnamed().clear(at.getAsInt()));
            return known.get(at.getAsInt()).entry();
        }

        /** The places that may be meant, in one or two groups, each in its order. */
        private Stream<IntStream> candidates(Sighting sighting) {
            var reference = sighting.bank();
            if (reference == null) {
                return Stream.of(places.stream());
            }
            var calls = called.computeIfAbsent(sighting.format(), this::calls);
            var same = calls.named().getOrDefault(reference, List.of()).stream()
                    .mapToInt(Integer::intValue)
                    .filter(places::get);
            return Stream.of(same, calls.unnamed().stream());
        }

        private Calls calls(String format) {
            var calls = new Calls(new HashMap<>(), new BitSet());
            for (int at = places.nextSetBit(0); at >= 0; at = places.nextSetBit(at + 1)) {
                var references = known.get(at).sightings().stream()
                        .filter(one -> one.format().equals(format))
                        .flatMap(one -> Stream.ofNullable(one.bank()))
                        .collect(Collectors.toSet());
                for (var reference : references) {
                    calls.named()
                            .computeIfAbsent(reference, _ -> new ArrayList<>())
                            .add(at);
                }
                calls.unnamed().set(at, references.isEmpty());
            }
            return calls;
        }
    }
}
