package io.tical.server.bank;

import io.tical.server.bank.Sighting.Likeness;
import java.util.ArrayList;
import java.util.List;
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
        var left = new ArrayList<>(known);
        for (var likeness : Likeness.values()) {
            for (int i = 0; i < said.size() && !left.isEmpty(); i++) {
                var sighting = said.get(i);
                if (found.get(i) != null) {
                    continue;
                }
                for (var one : left) {
                    if (one.mayBe(sighting) && one.isLike(sighting, likeness)) {
                        found.set(i, one.entry());
                        left.remove(one);
                        break;
                    }
                }
            }
        }
        return found;
    }
}
