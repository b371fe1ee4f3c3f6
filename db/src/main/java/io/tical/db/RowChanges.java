package io.tical.db;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The changes of journaled rows by one transaction. */
final class RowChanges {
    private final Map<RowOwner, List<RowChange>> changes = new LinkedHashMap<>();
    /** The digests of rows that the transaction has locked and proved, or written. */
    private final Map<RowKey, Long> known = new HashMap<>();

    private final Set<WrittenTable> written = new HashSet<>();
    private boolean any;

    /** Records that a row is locked and its MAC is valid. */
    void proved(RowKey row, byte[] mac) {
        known.put(row, RowChange.digest(mac));
    }

    void inserted(RowKey row, byte[] mac) {
        add(new RowChange(row, null, RowChange.digest(mac)));
    }

    /** Records that a row was inserted, or updated if it is known. */
    void upserted(RowKey row, byte[] mac) {
        var after = RowChange.digest(mac);
        add(new RowChange(row, known.put(row, after), after));
    }

    void updated(RowKey row, byte[] mac) {
        if (!known.containsKey(row)) {
            throw new IllegalStateException("a row of " + row.table()
                    + " is updated without having been locked and proved in the same transaction");
        }
        upserted(row, mac);
    }

    void add(RowChange change) {
        any = true;
        var owner = RowOwner.of(change.row());
        changes.computeIfAbsent(owner, _ -> new ArrayList<>()).add(change);
        wrote(change.row().table(), owner.livemode());
    }

    void wrote(String table, boolean livemode) {
        written.add(new WrittenTable(table, livemode));
    }

    /** Whether there were changes, also those that were taken. */
    boolean any() {
        return any;
    }

    /** The tables that the transaction has changed, also those whose changes were taken. */
    Set<WrittenTable> written() {
        return written;
    }

    /** Takes the changes of an owner's rows that were not taken before. */
    List<RowChange> take(RowOwner owner) {
        var taken = changes.remove(owner);
        return taken == null ? List.of() : taken;
    }

    /** Takes all changes that were not taken before. */
    List<RowChange> take() {
        var taken = changes.values().stream().flatMap(List::stream).toList();
        changes.clear();
        return taken;
    }
}
