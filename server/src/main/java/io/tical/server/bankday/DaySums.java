package io.tical.server.bankday;

import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bankday.EntryKind.Effect;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The entries of a day by what they are. Every entry is in exactly one line. Not thread-safe. */
final class DaySums {
    /**
     * The entries of one kind.
     *
     * @param amount their sum, minor units
     * @param posted what the ledger has of them, minor units
     */
    record Line(EntryKind kind, long count, long amount, long posted) {
        private Line plus(Line other) {
            return new Line(
                    kind,
                    count + other.count,
                    Math.addExact(amount, other.amount),
                    Math.addExact(posted, other.posted));
        }
    }

    private final Map<EntryKind, Line> lines = new TreeMap<>();
    private long count;
    private long open;
    private long amount;
    private long posted;

    void add(Explained explained) {
        var kind = EntryKind.of(explained);
        var line = new Line(kind, 1, explained.entry().amount(), EntryKind.posted(explained));
        lines.merge(kind, line, Line::plus);
        count++;
        open += kind.effect() == Effect.OPEN ? 1 : 0;
        amount = Math.addExact(amount, line.amount());
        posted = Math.addExact(posted, line.posted());
    }

    /** In the order of their effects and words. */
    List<Line> lines() {
        return List.copyOf(lines.values());
    }

    long count() {
        return count;
    }

    /** The entries that nobody has explained. */
    long open() {
        return open;
    }

    /** The sum of all entries, minor units. */
    long amount() {
        return amount;
    }

    /** What the ledger has of all entries, minor units. */
    long posted() {
        return posted;
    }

    /** What the bank has more than the ledger in entries of which both have something: another amount was credited. */
    long amountDifference() {
        return lines.values().stream()
                .filter(line -> line.kind().effect() == Effect.POSTED)
                .mapToLong(line -> Math.subtractExact(line.amount(), line.posted()))
                .reduce(0, Math::addExact);
    }
}
