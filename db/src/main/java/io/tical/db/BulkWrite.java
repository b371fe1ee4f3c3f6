package io.tical.db;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Inserts or updates any number of rows of one table with one statement. The text of the statement, and so its plan, is the same
 * for any number of rows.
 *
 * @param <T> the source of a row's values
 */
public sealed class BulkWrite<T> permits Table {
    private final String table;
    private final List<BulkColumn<T>> columns = new ArrayList<>();
    private final BulkSql<T> sql;

    /** The columns that the MAC covers. */
    private List<BulkColumn<T>> covered = List.of();

    private List<BulkColumn<T>> keys = List.of();
    private boolean checksums = true;
    private boolean journaled;
    private List<StoredColumn> storedKeys = List.of();
    private List<StoredColumn> storedCovered = List.of();

    /** The changes of journaled rows by a statement. */
    private enum Kind {
        INSERT,
        UPDATE,
        UPSERT
    }

    BulkWrite(String table) {
        this.table = table;
        sql = new BulkSql<>(table, columns);
    }

    public static <T> BulkWrite<T> of(String table) {
        return new BulkWrite<>(table);
    }

    /** @param value text, a number, a boolean, bytes, null, or what PostgreSQL reads as the type from its {@code toString} */
    public BulkWrite<T> column(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        return add(name, type, BulkColumn.Use.COLUMN, true, value);
    }

    /** A column that identifies the row. */
    public BulkWrite<T> key(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        return add(name, type, BulkColumn.Use.KEY, true, value);
    }

    /** A column that keeps the value of the insertion. */
    public BulkWrite<T> insertOnly(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        return add(name, type, BulkColumn.Use.INSERT_ONLY, true, value);
    }

    /** A column that an insertion leaves to its default, which must then be the value. */
    public BulkWrite<T> updateOnly(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        return add(name, type, BulkColumn.Use.UPDATE_ONLY, true, value);
    }

    /**
     * A column that the MAC does not cover, because statements change it without the other columns. Its comment in the database begins with
     * {@code not evidence}.
     */
    public BulkWrite<T> outsideMac(String name, String type, Function<? super T, ? extends @Nullable Object> value) {
        return add(name, type, BulkColumn.Use.COLUMN, false, value);
    }

    /** The MAC of the columns so far, in {@code mac}. They must be those of the table, in its order. */
    public BulkWrite<T> authenticated() {
        covered = columns.stream().filter(BulkColumn::covered).toList();
        storedCovered = covered.stream().map(BulkColumn::stored).toList();
        keys = columns.stream().filter(BulkColumn::key).toList();
        storedKeys = keys.stream().map(BulkColumn::stored).toList();
        return add(RowMac.COLUMN, "bytea", BulkColumn.Use.MAC, false, row -> {
            throw new IllegalStateException("the MAC of " + table + " needs a session");
        });
    }

    /** A MAC without checksums of columns, which take 2 bytes each. An audit then names only the altered row, not the column. */
    public BulkWrite<T> authenticatedBriefly() {
        checksums = false;
        return authenticated();
    }

    /** Records every change in the {@link Journal}. Its rows are updated only after they were locked and proved in the same transaction. */
    public BulkWrite<T> journaled() {
        journaled = true;
        return this;
    }

    public boolean isJournaled() {
        return journaled;
    }

    final BulkWrite<T> add(
            String name,
            String type,
            BulkColumn.Use use,
            boolean covered,
            Function<? super T, ? extends @Nullable Object> value) {
        columns.add(new BulkColumn<>(name, type, use, covered, value));
        return this;
    }

    public String table() {
        return table;
    }

    /** Proves stored rows of the table, which the transaction may then update if it has locked them. */
    public RowProof proof(Session session) {
        return proof(session, journaled && session.inTransaction() ? session.changes() : null);
    }

    /** Proves stored rows of the table that the transaction has not locked. */
    public RowProof readingProof(Session session) {
        return proof(session, null);
    }

    private RowProof proof(Session session, @Nullable RowChanges changes) {
        return new RowProof(table, storedKeys, storedCovered, macs(session), changes);
    }

    private RowMac.OfTable macs(Session session) {
        var macs = session.rowMac();
        return checksums ? macs.of(table) : macs.brieflyOf(table);
    }

    /** A column that an insertion sets to an SQL expression. Its parameters are bound to the statement. */
    public BulkWrite<T> computed(String name, String expression) {
        sql.compute(name, expression);
        return this;
    }

    /** The statement that inserts these rows. */
    public Session.Statement insert(Session session, Collection<T> rows) {
        return insert(session, rows, "");
    }

    /** @param end the end of the statement, such as {@code ON CONFLICT DO NOTHING} */
    public Session.Statement insert(Session session, Collection<T> rows, String end) {
        if (journaled && !end.isEmpty()) {
            throw new IllegalArgumentException("the journal must know which rows are inserted: insertIfAbsent");
        }
        return bound(session, sql.insert(end), rows, BulkColumn::inserted, Kind.INSERT);
    }

    /** Inserts a row unless it violates a unique constraint; returns whether it was inserted. */
    public boolean insertIfAbsent(Session session, T row) {
        return !insertIfAbsent(session, List.of(row)).isEmpty();
    }

    /**
     * Inserts rows with different keys, in the order of their keys, except those that violate a unique constraint; returns the inserted
     * ones.
     */
    public List<T> insertIfAbsent(Session session, Collection<T> rows) {
        var proof = proof(session);
        var keys = Set.copyOf(bound(session, sql.insertIfAbsent(), rows, BulkColumn::inserted, null)
                .list(proof::key));
        var inserted = rows.stream().filter(row -> keys.contains(key(row))).toList();
        record(session, inserted, macs(session, inserted), Kind.INSERT);
        return inserted;
    }

    /** The statement that inserts these rows, and replaces the changing columns of those whose keys exist. */
    public Session.Statement upsert(Session session, Collection<T> rows) {
        return bound(session, sql.upsert(), rows, BulkColumn::inserted, Kind.UPSERT);
    }

    /** The statement that updates the rows with these keys. */
    public Session.Statement update(Session session, Collection<T> rows) {
        return bound(session, sql.update("true"), rows, BulkColumn::updated, Kind.UPDATE);
    }

    /**
     * The statement that updates the rows with these keys.
     *
     * @param condition on the row {@code t} and its new values {@code n}; a row that does not satisfy it stays as it is
     */
    public Session.Statement update(Session session, Collection<T> rows, String condition) {
        if (journaled) {
            throw new IllegalArgumentException("the journal must know which rows are updated");
        }
        return bound(session, sql.update(condition), rows, BulkColumn::updated, null);
    }

    /** The statement that updates one row if it has not changed since it was known, and otherwise divides by zero. */
    public Session.Statement replace(Session session, T known, T row) {
        var statement = session.sql(sql.replace());
        for (var column : columns) {
            var value = value(session, column);
            statement.bind(column.name(), value.apply(row));
            if (column.changing()) {
                statement.bind("known_" + column.name(), value.apply(known));
            }
        }
        return statement;
    }

    /** The statement that locks these rows in the order of their keys, and divides by zero if one of them has changed. */
    public Session.Statement lockUnchanged(Session session, Collection<T> known) {
        return compare(session, known, true);
    }

    /** The statement that divides by zero if one of these rows has changed. */
    public Session.Statement compare(Session session, Collection<T> known) {
        return compare(session, known, false);
    }

    private Session.Statement compare(Session session, Collection<T> known, boolean locking) {
        return bound(session, sql.compare(locking), known, BulkColumn::updated, null)
                .bind("known_rows", known.size());
    }

    private Session.Statement bound(
            Session session, String text, Collection<T> rows, Predicate<BulkColumn<T>> which, @Nullable Kind kind) {
        var statement = session.sql(text);
        var authenticated = new ArrayList<List<@Nullable Object>>(covered.size());
        for (var column : columns) {
            var bound = which.test(column) && !column.mac();
            var proved = column.covered() && !covered.isEmpty();
            if (bound || proved) {
                var values = values(column, rows);
                if (bound) {
                    statement.bind(column.name(), Columns.of(values));
                }
                if (proved) {
                    authenticated.add(values);
                }
            }
        }
        if (!covered.isEmpty()) {
            var macs = macs(session, authenticated, rows.size());
            statement.bindEach(RowMac.COLUMN, macs, mac -> mac);
            record(session, rows, macs, kind);
        }
        return statement;
    }

    /** @param kind null if nothing is written, or if the caller records the changes */
    private void record(Session session, Collection<T> rows, List<byte[]> macs, @Nullable Kind kind) {
        if (journaled && kind != null) {
            var changes = session.changes();
            var each = macs.iterator();
            for (var row : rows) {
                switch (kind) {
                    case INSERT -> changes.inserted(key(row), each.next());
                    case UPSERT -> changes.upserted(key(row), each.next());
                    case UPDATE -> changes.updated(key(row), each.next());
                }
            }
        }
    }

    /** Identifies a row. */
    public RowKey key(T row) {
        var values = new ArrayList<@Nullable Object>(keys.size());
        keys.forEach(column -> values.add(column.value().apply(row)));
        return RowKey.of(table, values);
    }

    /** The MACs of rows, for a statement that writes them and other tables at once. The table must not be journaled. */
    public List<byte[]> authenticate(Session session, Collection<T> rows) {
        if (journaled) {
            throw new IllegalArgumentException("the journal must know which rows are written");
        }
        return macs(session, rows);
    }

    private List<@Nullable Object> values(BulkColumn<T> column, Collection<T> rows) {
        var values = new ArrayList<@Nullable Object>(rows.size());
        for (var row : rows) {
            values.add(column.value().apply(row));
        }
        return values;
    }

    private List<byte[]> macs(Session session, Collection<T> rows) {
        return macs(
                session, covered.stream().map(column -> values(column, rows)).toList(), rows.size());
    }

    /** @param columns the values of each covered column, which are read once for the statement and its MACs */
    private List<byte[]> macs(Session session, List<List<@Nullable Object>> columns, int rows) {
        var macs = macs(session);
        var values = new ArrayList<@Nullable Object>(columns.size());
        var each = new ArrayList<byte[]>(rows);
        for (int row = 0; row < rows; row++) {
            values.clear();
            for (var column : columns) {
                values.add(column.get(row));
            }
            each.add(macs.of(values));
        }
        return each;
    }

    private Function<T, byte[]> mac(Session session) {
        var macs = macs(session);
        var values = new ArrayList<@Nullable Object>(covered.size());
        return row -> {
            values.clear();
            for (var column : covered) {
                values.add(column.value().apply(row));
            }
            return macs.of(values);
        };
    }

    private Function<? super T, ? extends @Nullable Object> value(Session session, BulkColumn<T> column) {
        return column.mac() ? mac(session) : column.value();
    }
}
