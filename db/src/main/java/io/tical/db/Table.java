package io.tical.db;

import java.util.StringJoiner;
import java.util.function.Function;

/**
 * A table whose rows are written and read by one declaration of its columns.
 *
 * @param <T> a row
 */
public final class Table<T> extends BulkWrite<T> {
    private final Declaration<T> declaration;
    private final Function<Row, T> reader;

    /** The columns of a table. */
    @FunctionalInterface
    public interface Declaration<T> {
        /** Declares the columns in the order of the table; returns how a row is read from them. */
        Function<Row, T> in(TableColumns<T> columns);
    }

    private Table(String table, Declaration<T> declaration) {
        super(table);
        this.declaration = declaration;
        reader = declaration.in(new TableColumns<T>(this::add, ""));
    }

    /** A table with MACs, in the journal. */
    public static <T> Table<T> of(String table, Declaration<T> declaration) {
        var declared = unjournaled(table, declaration);
        declared.journaled();
        return declared;
    }

    /** A table with MACs whose rows may be deleted unnoticed. */
    public static <T> Table<T> unjournaled(String table, Declaration<T> declaration) {
        var declared = new Table<>(table, declaration);
        declared.authenticated();
        return declared;
    }

    /** The same with {@link #authenticatedBriefly brief} MACs. */
    public static <T> Table<T> unjournaledBriefly(String table, Declaration<T> declaration) {
        var declared = new Table<>(table, declaration);
        declared.authenticatedBriefly();
        return declared;
    }

    @Override
    public Table<T> computed(String name, String expression) {
        super.computed(name, expression);
        return this;
    }

    /** Reads a row, which proves nothing. */
    public T read(Row row) {
        return reader.apply(row);
    }

    /** The columns but the keys, as {@link #labelled} reads them: {@code a.name AS prefix_name, …}. */
    public String selected(String alias, String prefix) {
        var selected = new StringJoiner(", ");
        declaration.in(new TableColumns<T>(
                (name, type, use, covered, value) -> {
                    if (use != BulkColumn.Use.KEY) {
                        selected.add(alias + "." + name + " AS " + prefix + name);
                    }
                },
                prefix));
        return selected.toString();
    }

    /** Reads a row of a join in which the labels of all columns but the keys begin with this prefix. */
    public Function<Row, T> labelled(String prefix) {
        return declaration.in(new TableColumns<T>((name, type, use, covered, value) -> {}, prefix));
    }

    /** Reads rows with all columns, which the transaction has not locked. Fails with {@link AlteredRow} if the service did not write one. */
    public Function<Row, T> proved(Session session) {
        return reading(readingProof(session));
    }

    /** The same for rows that the transaction has locked, and may then update. */
    public Function<Row, T> locked(Session session) {
        return reading(proof(session));
    }

    private Function<Row, T> reading(RowProof proof) {
        return row -> {
            proof.requireUnaltered(row);
            return reader.apply(row);
        };
    }
}
