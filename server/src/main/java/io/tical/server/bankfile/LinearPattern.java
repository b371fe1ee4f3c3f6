package io.tical.server.bankfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that an operator may write. It follows all alternatives at once, so the time for a text is at most its length times the
 * pattern's size. It always describes the whole text.
 *
 * <p>Known are {@code .}, classes such as {@code [^;]} and {@code [0-9]}, {@code \d \w \s} and their opposites, {@code |}, groups with and
 * without a name, and the repetitions {@code * + ? {n} {n,} {n,m}}, also lazy. Two groups may have one name; the first that has a text
 * counts.
 */
final class LinearPattern {
    static final int TEXT_MAX = 1_000;
    static final int INPUT_MAX = 1_000;
    private static final int STEPS_MAX = 500;
    private static final int GROUPS_MAX = 20;

    private final String text;

    /** In every text that the pattern describes: most are refused by looking for it. */
    private final String literal;

    private final List<String> names = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    private sealed interface Step {}

    private record Take(IntPredicate accepts) implements Step {}

    /** @param second less preferred than the first */
    private record Split(int first, int second) implements Step {}

    private record Save(int slot) implements Step {}

    private record Matched() implements Step {}

    /** @throws IllegalArgumentException if the pattern is not valid or too large */
    LinearPattern(String text) {
        this.text = text;
        if (text.length() > TEXT_MAX) {
            throw new IllegalArgumentException("the pattern is longer than " + TEXT_MAX + " characters");
        }
        var root = new PatternParser(text, names).parse();
        literal = PatternParser.literal(root);
        if (names.size() > GROUPS_MAX) {
            throw new IllegalArgumentException("the pattern has more than " + GROUPS_MAX + " groups with a name");
        }
        emit(root);
        append(new Matched());
    }

    Set<String> groups() {
        return new LinkedHashSet<>(names);
    }

    boolean matches(String input) {
        return match(input).isPresent();
    }

    /** Exceptions as for {@link #match(String, Effort)}. */
    boolean matches(String input, Effort effort) {
        return match(input, effort).isPresent();
    }

    /** The texts of the named groups that took part; empty if the pattern does not describe the input. */
    Optional<Map<String, String>> match(String input) {
        return match(input, Effort.unlimited());
    }

    /**
     * The same, which spends effort.
     *
     * @throws Effort.Spent if it is spent
     */
    Optional<Map<String, String>> match(String input, Effort effort) {
        if (input.length() > INPUT_MAX || !input.contains(literal)) {
            return Optional.empty();
        }
        var current = new Threads(steps.size());
        var next = new Threads(steps.size());
        follow(current, 0, unset(), 0);
        for (int at = 0; at < input.length() && current.count > 0; at++) {
            effort.spend(current.count);
            for (int place = 0; place < current.count; place++) {
                var step = current.order[place];
                if (steps.get(step) instanceof Take(IntPredicate accepts) && accepts.test(input.charAt(at))) {
                    follow(next, step + 1, current.slots(step), at + 1);
                }
            }
            current.clear();
            var done = current;
            current = next;
            next = done;
        }
        var last = steps.size() - 1;
        return current.isAt(last) ? Optional.of(groups(input, current.slots(last))) : Optional.empty();
    }

    /** The steps at which a text so far may be, the preferred first. */
    private static final class Threads {
        private final int[] order;
        private final int[] @Nullable [] slots;
        private int count;

        Threads(int steps) {
            order = new int[steps];
            slots = new int[steps][];
        }

        boolean isAt(int step) {
            return slots[step] != null;
        }

        int[] slots(int step) {
            return Objects.requireNonNull(slots[step]);
        }

        void add(int step, int[] slotsOfStep) {
            order[count++] = step;
            slots[step] = slotsOfStep;
        }

        void clear() {
            for (int place = 0; place < count; place++) {
                slots[order[place]] = null;
            }
            count = 0;
        }
    }

    private int[] unset() {
        var slots = new int[2 * names.size()];
        Arrays.fill(slots, -1);
        return slots;
    }

    private void follow(Threads threads, int step, int[] slots, int at) {
        if (threads.isAt(step)) {
            return;
        }
        threads.add(step, slots);
        switch (steps.get(step)) {
            case Take _, Matched _ -> {}
            case Split(int first, int second) -> {
                follow(threads, first, slots, at);
                follow(threads, second, slots, at);
            }
            case Save(int slot) -> {
                var changed = slots.clone();
                changed[slot] = at;
                follow(threads, step + 1, changed, at);
            }
        }
    }

    private Map<String, String> groups(String input, int[] slots) {
        var groups = new HashMap<String, String>();
        for (int group = 0; group < names.size(); group++) {
            var from = slots[2 * group];
            var to = slots[2 * group + 1];
            if (from >= 0 && to > from) {
                groups.putIfAbsent(names.get(group), input.substring(from, to));
            }
        }
        return groups;
    }

    private int append(Step step) {
        if (steps.size() >= STEPS_MAX) {
            throw new IllegalArgumentException("the pattern is too large: " + text);
        }
        steps.add(step);
        return steps.size() - 1;
    }

    private void emit(PatternParser.Node node) {
        switch (node) {
            case PatternParser.Chars(IntPredicate accepts, int _) -> append(new Take(accepts));
            case PatternParser.Sequence(List<PatternParser.Node> parts) -> parts.forEach(this::emit);
            case PatternParser.Named(int group, PatternParser.Node inner) -> {
                append(new Save(2 * group));
                emit(inner);
                append(new Save(2 * group + 1));
            }
            case PatternParser.Either(PatternParser.Node first, PatternParser.Node second) -> {
                var split = append(new Split(0, 0));
                emit(first);
                var jump = append(new Split(0, 0));
                steps.set(split, new Split(split + 1, steps.size()));
                emit(second);
                steps.set(jump, new Split(steps.size(), steps.size()));
            }
            case PatternParser.Repeat repeat -> emit(repeat);
        }
    }

    private void emit(PatternParser.Repeat repeat) {
        for (int times = 0; times < repeat.min(); times++) {
            emit(repeat.node());
        }
        if (repeat.max() == PatternParser.Repeat.UNLIMITED) {
            var split = append(new Split(0, 0));
            emit(repeat.node());
            append(new Split(split, split));
            steps.set(split, choice(split + 1, steps.size(), repeat.lazy()));
            return;
        }
        var splits = new ArrayList<Integer>();
        for (int times = repeat.min(); times < repeat.max(); times++) {
            splits.add(append(new Split(0, 0)));
            emit(repeat.node());
        }
        splits.forEach(split -> steps.set(split, choice(split + 1, steps.size(), repeat.lazy())));
    }

    private static Split choice(int more, int end, boolean lazy) {
        return lazy ? new Split(end, more) : new Split(more, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
