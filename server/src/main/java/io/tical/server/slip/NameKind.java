package io.tical.server.slip;

import io.tical.common.Word;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What a title or a legal form says of its bearer. Some leave it open between several kinds, such as a doctor's. */
enum NameKind implements Word {
    MAN,
    WOMAN,
    COMPANY,
    PUBLIC_COMPANY,
    LIMITED_PARTNERSHIP,
    ORDINARY_PARTNERSHIP,
    JOINT_VENTURE;

    private static final Set<NameKind> PERSONS = EnumSet.of(MAN, WOMAN);

    /** Whether these kinds say that the bearer is an organization. */
    static boolean organization(Set<NameKind> kinds) {
        return !kinds.isEmpty() && Collections.disjoint(kinds, PERSONS);
    }

    static boolean person(Set<NameKind> kinds) {
        return !kinds.isEmpty() && PERSONS.containsAll(kinds);
    }

    /** Whether one bearer can be of both; a name without a title or form can be of any kind. */
    static boolean agree(Set<NameKind> one, Set<NameKind> other) {
        return one.isEmpty() || other.isEmpty() || !Collections.disjoint(one, other);
    }

    /** What both say together; the first if they contradict each other. */
    static Set<NameKind> both(Set<NameKind> first, Set<NameKind> second) {
        if (first.isEmpty()) {
            return second;
        }
        return second.isEmpty() || !agree(first, second)
                ? first
                : first.stream().filter(second::contains).collect(Collectors.toUnmodifiableSet());
    }
}
