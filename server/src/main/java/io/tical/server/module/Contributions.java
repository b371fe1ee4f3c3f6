package io.tical.server.module;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What modules add to the service, by its kind, in the order of the modules. */
public final class Contributions {
    private final Map<Kind<?>, List<Object>> added = new HashMap<>();

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <T> void add(Kind<T> kind, T... more) {
        add(kind, List.of(more));
    }

    public <T> void add(Kind<T> kind, Collection<? extends T> more) {
        added.computeIfAbsent(kind, first -> new ArrayList<>()).addAll(more);
    }

    /** What was added of a kind so far. */
    @SuppressWarnings("unchecked") // add takes what the kind is of
    public <T> List<T> all(Kind<T> kind) {
        return (List<T>) List.copyOf(added.getOrDefault(kind, List.of()));
    }
}
