package io.tical.server.bankfile;

import io.tical.server.bankfile.Notice.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a reader noticed in a statement; of each kind the first hundred, because nobody reads more of them. */
final class Notices {
    private static final int OF_A_KIND_MAX = 100;

    private final List<Notice> notices = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    void add(Kind kind, Place place, String... arguments) {
        if (counts.merge(kind, 1, Integer::sum) <= OF_A_KIND_MAX) {
            notices.add(new Notice(kind, place, List.of(arguments)));
        }
    }

    /** What was noticed so far, which is then no longer here. */
    Notices taken() {
        var taken = new Notices();
        taken.notices.addAll(notices);
        taken.counts.putAll(counts);
        notices.clear();
        counts.clear();
        return taken;
    }

    List<Notice> list() {
        return List.copyOf(notices);
    }
}
