package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.RowMac;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A column of a table, from the catalogue, that somebody with the owner's password alters in one row. */
public record AlteredColumn(String table, String name, String type, boolean key, boolean evidence) {
    /** Every column of these tables, so that none that is added is forgotten. */
    public static List<AlteredColumn> of(Database database, Collection<String> tables) {
        return database.run(session -> session.sql("""
                        SELECT c.relname, a.attname, a.atttypid::regtype::text AS type, a.attnum = ANY (i.indkey) AS key,
                               coalesce(col_description(a.attrelid, a.attnum), '') NOT LIKE 'not evidence%' AS evidence
                        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
                        WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
                          AND c.relname = ANY (cast(:tables AS text[]))
                        ORDER BY c.relname, a.attnum
                        """)
                .bindEach("tables", tables, table -> table)
                .list(row -> new AlteredColumn(
                        row.text("relname"),
                        row.text("attname"),
                        row.text("type"),
                        row.flag("key"),
                        row.flag("evidence"))));
    }

    /** Removes the constraints of tables, each in its own transaction: a service that works on them could deadlock with a longer one. */
    public static String withoutChecks(Collection<String> tables) {
        return """
                DO $$ DECLARE rule record; BEGIN
                    FOR rule IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
                                WHERE contype IN ('c', 'f') AND conrelid::regclass::text = ANY ('{%s}')
                    LOOP EXECUTE format('ALTER TABLE %%s DROP CONSTRAINT %%I', rule.of_table, rule.conname); COMMIT; END LOOP;
                END $$
                """.formatted(String.join(",", tables));
    }

    /** Lets every column of tables be null but for those of their keys; each in its own transaction, as above. */
    public static String nullable(Collection<String> tables) {
        return """
                DO $$ DECLARE rule record; BEGIN
                    FOR rule IN SELECT a.attrelid::regclass AS of_table, a.attname FROM pg_attribute a
                                WHERE a.attrelid::regclass::text = ANY ('{%s}') AND a.attnotnull AND a.attnum > 0
                                  AND NOT EXISTS (
                                    SELECT FROM pg_index i
                                    WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
                    LOOP EXECUTE format('ALTER TABLE %%s ALTER COLUMN %%I DROP NOT NULL', rule.of_table, rule.attname); COMMIT; END LOOP;
                END $$
                """.formatted(String.join(",", tables));
    }

    /** What is found while this column of the table's last row has another value. */
    public <F> F whileAltered(Consumer<String> owner, Supplier<F> find) {
        return whileAltered(List.of(this), owner, find);
    }

    /** What is found while each of these columns has another value in its table's last row; not more than one of a table. */
    public static <F> F whileAltered(List<AlteredColumn> columns, Consumer<String> owner, Supplier<F> find) {
        owner.accept(all(columns, column -> "CREATE TABLE kept_%1$s AS TABLE %1$s"));
        try {
            owner.accept(all(
                    columns,
                    column -> "UPDATE %1$s SET " + column.name + " = " + column.other()
                            + " WHERE ctid = (SELECT max(ctid) FROM %1$s)"));
            return find.get();
        } finally {
            owner.accept(
                    all(columns, column -> "TRUNCATE %1$s; INSERT INTO %1$s TABLE kept_%1$s; DROP TABLE kept_%1$s"));
        }
    }

    private static String all(List<AlteredColumn> columns, Function<AlteredColumn, String> statement) {
        return columns.stream()
                .map(column -> statement.apply(column).formatted(column.table))
                .collect(Collectors.joining("; "));
    }

    private String other() {
        return switch (type) {
            case "uuid" -> "gen_random_uuid()";
            case "bigint", "integer", "smallint", "numeric" -> "coalesce(" + name + ", 0) + 1";
            case "boolean" -> "NOT coalesce(" + name + ", false)";
            case "text" -> "coalesce(" + name + ", '') || left(md5(random()::text), 4)";
            case "timestamp with time zone" -> "coalesce(" + name + ", now()) + interval '1 millisecond'";
            case "json" -> "cast(coalesce(cast(" + name + " AS text), '0') || ' ' AS json)";
            case "integer[]" -> name + " || 1";
            case "text[]" -> name + " || text 'x'";
            case "date" -> "coalesce(" + name + ", date '2026-01-01') + 1";
            // Every bit of a MAC, so that every checksum in it differs.
            case "bytea" ->
                name.equals(RowMac.COLUMN)
                        ? "decode(translate(encode(mac, 'hex'), '0123456789abcdef', 'fedcba9876543210'), 'hex')"
                        : "sha256(coalesce(" + name + ", '') || random()::text::bytea)";
            default -> throw new IllegalArgumentException(this + " has a type that is not altered here");
        };
    }

    @Override
    public String toString() {
        return table + "." + name;
    }
}
