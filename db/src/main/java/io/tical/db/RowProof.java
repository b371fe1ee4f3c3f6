package io.tical.db;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves by their MACs that the service wrote stored rows of one table. Not thread-safe. */
public final class RowProof {
    private final String table;
    private final List<StoredColumn> keys;
    private final List<StoredColumn> covered;
    private final List<String> names;
    private final RowMac.OfTable macs;
    private final @Nullable RowChanges changes;

    /**
     * @param covered the columns that a MAC covers
     * @param changes the changes of a transaction that may change the rows; null if it may not, or if the table is not journaled
     */
    RowProof(
            String table,
            List<StoredColumn> keys,
            List<StoredColumn> covered,
            RowMac.OfTable macs,
            @Nullable RowChanges changes) {
        this.table = table;
        this.keys = keys;
        this.covered = covered;
        this.names = covered.stream().map(StoredColumn::name).toList();
        this.macs = macs;
        this.changes = changes;
    }

    /**
     * The altered columns of a row.
     *
     * @param row with all columns of the table
     */
    public List<String> altered(Row row) {
        return macs.altered(names, values(covered, row), row.bytesOrNull(RowMac.COLUMN));
    }

    /** Whether the service wrote this row. If not, logs the row and shows it in the health check. */
    public boolean holds(Row row) {
        return recorded(row) == null;
    }

    /**
     * Fails unless the service wrote this row. Decisions must call it for the rows that they read, because their result gets a valid MAC.
     * In a transaction, the row may then be updated.
     *
     * @throws AlteredRow if it did not
     */
    public void requireUnaltered(Row row) {
        var sentence = recorded(row);
        if (sentence != null) {
            throw new AlteredRow(sentence);
        }
        if (changes != null) {
            changes.proved(key(row), row.bytes(RowMac.COLUMN));
        }
    }

    /** Records that the transaction deletes this row, which it has proved. */
    public void deleted(Row row) {
        if (changes != null) {
            changes.add(new RowChange(key(row), RowChange.digest(row.bytes(RowMac.COLUMN)), null));
        }
    }

    /**
     * Runs a deletion, proves the deleted rows, and records the deletion. Returns the number of rows.
     *
     * @param deletion a {@code DELETE} that ends with {@code RETURNING *}
     * @throws AlteredRow if the service did not write one of them
     */
    public int delete(Session.Statement deletion) {
        return deletion.list(row -> {
                    requireUnaltered(row);
                    deleted(row);
                    return row;
                })
                .size();
    }

    /**
     * Deletes rows that are no longer needed, of a table that is not journaled. Those that were altered stay, for the audit to name.
     *
     * @param old selects all columns of the rows
     * @return the number of selected rows, so that a caller knows whether there may be more; 0 if none was deleted
     */
    public long forget(Session session, Session.Statement old) {
        if (changes != null) {
            throw new IllegalArgumentException("the journal must know which rows are deleted");
        }
        var selected = old.list(row -> holds(row) ? Optional.of(key(row)) : Optional.<RowKey>empty());
        var unaltered = selected.stream().flatMap(Optional::stream).toList();
        if (unaltered.isEmpty()) {
            return 0;
        }
        var sameKey = keys.stream()
                .map(key -> "t." + key.name() + " = w." + key.name())
                .collect(Collectors.joining(" AND "));
        bound(session.sql("DELETE FROM " + table + " t USING " + unnested() + " WHERE " + sameKey), unaltered)
                .run();
        return selected.size();
    }

    /** A sentence about the row if it was altered, which is also logged and shown in the health check; otherwise null. */
    private @Nullable String recorded(Row row) {
        var altered = altered(row);
        if (altered.isEmpty()) {
            return null;
        }
        var sentence = "In " + table + ", " + name(row) + ": " + String.join(", ", altered)
                + " was not written by the service. Run ./tical audit.";
        macs.record(sentence);
        return sentence;
    }

    /** The columns of the table's key. */
    public List<String> keyColumns() {
        return keys.stream().map(StoredColumn::name).toList();
    }

    /** Names a row by its key. */
    public String name(Row row) {
        return key(row).name(keys);
    }

    public RowKey key(Row row) {
        return RowKey.of(table, values(keys, row));
    }

    /** Names a row that need not exist. */
    public String name(RowKey row) {
        return row.name(keys);
    }

    /** The journal entry of the present row, which may be altered. */
    public RowChange asJournaled(Row row) {
        var mac = row.bytesOrNull(RowMac.COLUMN);
        return new RowChange(
                key(row), null, mac == null || mac.length < Long.BYTES ? null : (Long) RowChange.digest(mac));
    }

    /** All rows of the table. */
    public Session.Statement rows(Session session) {
        return session.sql("SELECT * FROM " + table);
    }

    /** All rows of the table in the order of their keys. */
    public Session.Statement rowsInOrder(Session session) {
        return session.sql("SELECT * FROM " + table + " t ORDER BY " + names(keys, ""));
    }

    /**
     * The last row of each chain, from the last chain to the first. A chain consists of the rows whose keys differ only in the last column,
     * their number. The statement reads one index entry for each chain, however many rows it has.
     */
    public Session.Statement lastRows(Session session) {
        var chain = keys.subList(0, keys.size() - 1);
        var last = "SELECT t.* FROM " + table + " t%s ORDER BY " + names(keys, " DESC") + " LIMIT 1";
        var columns = chain.stream().map(column -> "ends." + column.name()).collect(Collectors.joining(", "));
        var next = last.formatted(" WHERE (" + names(chain, "") + ") < (" + columns + ")");
        return session.sql("WITH RECURSIVE ends AS ((" + last.formatted("")
                + ") UNION ALL SELECT next.* FROM ends CROSS JOIN LATERAL (" + next + ") next) SELECT * FROM ends");
    }

    private static String names(List<StoredColumn> columns, String end) {
        return columns.stream().map(column -> "t." + column.name() + end).collect(Collectors.joining(", "));
    }

    /** The existing rows with these keys, in any order. */
    public Session.Statement rows(Session session, Collection<RowKey> wanted) {
        var names = keys.stream().map(StoredColumn::name).collect(Collectors.joining(", "));
        return bound(
                session.sql("WITH wanted AS MATERIALIZED (SELECT * FROM " + unnested()
                        + ") SELECT t.* FROM wanted JOIN " + table + " t USING (" + names + ")"),
                wanted);
    }

    /** Keys of rows as a table {@code w}. */
    private String unnested() {
        var arrays = keys.stream()
                .map(key -> "cast(:" + key.name() + " AS " + key.type() + "[])")
                .collect(Collectors.joining(", "));
        var names = keys.stream().map(StoredColumn::name).collect(Collectors.joining(", "));
        return "unnest(" + arrays + ") AS w (" + names + ")";
    }

    private Session.Statement bound(Session.Statement statement, Collection<RowKey> wanted) {
        var values = wanted.stream().map(row -> row.values(keys)).toList();
        for (int key = 0; key < keys.size(); key++) {
            var place = key;
            statement.bindEach(keys.get(key).name(), values, row -> row.get(place));
        }
        return statement;
    }

    private static List<@Nullable Object> values(List<StoredColumn> columns, Row row) {
        var values = new ArrayList<@Nullable Object>(columns.size());
        columns.forEach(column -> values.add(column.value(row)));
        return values;
    }
}
