package io.tical.db;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves by their MACs that the service wrote stored rows of one table. Not for several threads. */
public final class RowProof {
    private final String table;
    private final List<StoredColumn> keys;
    private final List<StoredColumn> covered;
    private final List<String> names;
    private final RowMac.OfTable macs;
    private final @Nullable RowChanges changes;

    /**
     * @param covered what a MAC covers
     * @param changes of the transaction that may change the rows, if the journal has them
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
     * The columns that are not as the service wrote them.
     *
     * @param row with all columns of the table
     */
    public List<String> altered(Row row) {
        return macs.altered(names, values(covered, row), row.bytesOrNull(RowMac.COLUMN));
    }

    /** Whether the service wrote this row. If not, the row is logged and shown in the node's health. */
    public boolean holds(Row row) {
        return met(row) == null;
    }

    /**
     * Fails unless the service wrote this row: for rows that a decision reads, because what is written next would have a valid MAC. In a
     * transaction, the row may be updated from now on.
     *
     * @throws AlteredRow if it did not
     */
    public void requireUnaltered(Row row) {
        var sentence = met(row);
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
     * Runs a deletion, proves the rows that it deletes, and records that. Returns how many there were.
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

    /** A sentence about the row if it was altered, which is then also logged and shown. */
    private @Nullable String met(Row row) {
        var altered = altered(row);
        if (altered.isEmpty()) {
            return null;
        }
        var sentence = "In " + table + ", " + name(row) + ": " + String.join(", ", altered)
                + " was not written by the service. Run ./tical audit.";
        macs.meet(sentence);
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

    /** What the journal has of a row as it is, which may be altered. */
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
     * The last row of each chain, from the last chain to the first. A chain is the rows whose keys agree but for the last column, their
     * number. The statement reads one entry of the index for each, however many rows they have.
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

    /** Those of the rows with these keys that exist, in any order. */
    public Session.Statement rows(Session session, Collection<RowKey> wanted) {
        var names = keys.stream().map(StoredColumn::name).collect(Collectors.joining(", "));
        var arrays = keys.stream()
                .map(key -> "cast(:" + key.name() + " AS " + key.type() + "[])")
                .collect(Collectors.joining(", "));
        var statement = session.sql("WITH wanted AS MATERIALIZED (SELECT * FROM unnest(" + arrays + ") AS w (" + names
                + ")) SELECT t.* FROM wanted JOIN " + table + " t USING (" + names + ")");
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
