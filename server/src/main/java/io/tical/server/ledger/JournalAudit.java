package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;
import static java.util.Comparator.comparing;

import io.tical.db.BulkWrite;
import io.tical.db.Journal;
import io.tical.db.Row;
import io.tical.db.RowChange;
import io.tical.db.RowKey;
import io.tical.db.RowMac;
import io.tical.db.Session;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the rows of money and of evidence are those that the journal has: that none was deleted, none was set back to an earlier
 * version, and none was added. Its own rows are proved by their MACs, their numbers and their chains.
 *
 * <p>It needs memory for a fingerprint, however many rows there are. Only if that does not fit are journal and tables read again, for the rows
 * in question.
 */
final class JournalAudit {
    /** Rows of the journal have up to some 100 KB each. */
    private static final int PAGE_ROWS = 200;

    /** How much of a mismatch is looked through: one row is named. */
    private static final int BUCKETS_MAX = 64;

    private final Map<String, BulkWrite<?>> tables = new HashMap<>();
    private final RowSet rows = RowSet.empty();
    private final Queue<RowSet> parts = new ConcurrentLinkedQueue<>();
    /** How far each chain must have come at least, and how far it has. */
    private final Map<UUID, Long> noted = new HashMap<>();

    private final Map<UUID, Head> ends = new TreeMap<>();

    /** @param tables all whose changes are in the journal */
    JournalAudit(List<BulkWrite<?>> tables) {
        tables.forEach(table -> this.tables.put(table.table(), table));
    }

    /** Takes, in one thread, rows that are in a table now, or what transfers have of changes. All are taken before {@link #compare}. */
    Consumer<RowChange> part() {
        var part = rows.part();
        parts.add(part);
        return part::add;
    }

    /** The last row of each chain. */
    Stream<Head> heads() {
        return ends.values().stream();
    }

    /** Reads the journal and returns how many rows it has. */
    long read(Session session) {
        return read(session, part());
    }

    /** Compares what was read, when all has been. */
    void compare(Session session) {
        parts.forEach(rows::addAll);
        noted.forEach((chain, number) -> {
            var head = ends.get(chain);
            var end = head == null ? 0 : head.number();
            require(
                    end >= number,
                    Journal.TABLE,
                    name(chain, end + 1),
                    "this row, because a later row notes it",
                    "none");
        });
        var wrong = rows.buckets();
        if (!wrong.isEmpty()) {
            locate(session, wrong);
        }
    }

    /** Reads the journal, each chain from its first row to its last. */
    private long read(Session session, Consumer<RowChange> changes) {
        var end = new ChainEnd();
        var count = new TablePages(session, Journal.proof(session), PAGE_ROWS).forEach((proof, row) -> {
            Finding.requireUnaltered(proof.altered(row), Journal.TABLE, () -> proof.name(row));
            end.follow(row);
            for (var change : RowChange.decode(row.bytes("changes"))) {
                if (change.row().table().equals(Journal.TABLE)) {
                    var place = change.row().place();
                    noted.merge(place.chain(), place.number(), Math::max);
                } else {
                    changes.accept(change);
                }
            }
        });
        end.finish();
        return count;
    }

    private static String name(UUID chain, long number) {
        return "chain " + chain + ", number " + number;
    }

    /** The last row that was read. */
    private final class ChainEnd {
        private @Nullable UUID chain;
        private long number;
        private byte[] mac = new byte[0];

        void follow(Row row) {
            if (!row.uuid("chain").equals(chain)) {
                finish();
                chain = row.uuid("chain");
                number = 0;
                mac = new byte[0];
            }
            number++;
            var name = name(row.uuid("chain"), number);
            require(
                    row.number("number") == number,
                    Journal.TABLE,
                    name,
                    "this row",
                    "none, the next one is number " + row.number("number"));
            require(
                    Arrays.equals(row.bytes("previous"), mac),
                    Journal.TABLE,
                    name + " previous",
                    "the MAC of the row before",
                    "another one");
            mac = row.bytes(RowMac.COLUMN);
        }

        /** The chain has no more rows. */
        void finish() {
            if (chain != null) {
                ends.put(chain, Head.ofJournal(chain, number, mac));
            }
        }
    }

    /** One row: what the journal has of it, and what its table has. */
    private static final class Version {
        /** Of all versions in the journal that came and did not go. */
        private long digest;

        private long present;
        private @Nullable Long stored;

        void change(RowChange change) {
            add(change.before(), -1);
            add(change.after(), 1);
        }

        private void add(@Nullable Long version, int times) {
            if (version != null) {
                digest ^= version;
                present += times;
            }
        }

        @Nullable
        Long expected() {
            return present == 0 ? null : (Long) digest;
        }
    }

    private void locate(Session session, BitSet wrong) {
        var looked = new BitSet();
        wrong.stream().limit(BUCKETS_MAX).forEach(looked::set);
        var found = new HashMap<RowKey, Version>();
        Consumer<RowChange> changes = change -> {
            if (looked.get(RowSet.bucket(change.row()))) {
                found.computeIfAbsent(change.row(), row -> new Version()).change(change);
            }
        };
        read(session, changes);
        new TablePages(session, LedgerStore.TRANSFERS).forEach((proof, row) -> {
            var written = row.bytesOrNull(LedgerStore.CHANGES);
            if (written != null) {
                RowChange.decode(written).forEach(changes);
            }
        });
        tables.values()
                .forEach(table -> new TablePages(session, table).forEach((proof, row) -> {
                    var now = proof.asJournaled(row);
                    if (looked.get(RowSet.bucket(now.row()))) {
                        found.computeIfAbsent(now.row(), key -> new Version()).stored = now.after();
                    }
                }));
        found.entrySet().stream()
                .filter(one -> !Objects.equals(one.getValue().expected(), one.getValue().stored))
                .min(comparing(one -> one.getKey().table()))
                .ifPresent(one -> {
                    throw contradiction(session, one.getKey(), one.getValue());
                });
        throw new IllegalStateException("the journal and the rows differ, and no row does");
    }

    private Finding.Found contradiction(Session session, RowKey row, Version version) {
        var table = tables.get(row.table());
        var name = table == null ? "of no module" : table.proof(session).name(row);
        if (version.stored == null) {
            return new Finding.Found(row.table(), name, "this row, which the service wrote and did not delete", "none");
        }
        return version.expected() == null
                ? new Finding.Found(row.table(), name, "no such row, because the journal does not have it", "this one")
                : new Finding.Found(
                        row.table(), name, "the row as it was written last, by the journal", "another version");
    }
}
