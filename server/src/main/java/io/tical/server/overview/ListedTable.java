package io.tical.server.overview;

/**
 * A list of operators.
 *
 * @param type the type of its objects, such as {@code payout}
 * @param table has its rows; in the journal, or named by {@link io.tical.db.Session#wrote}
 */
public record ListedTable(String type, String table) {
    /** A list of objects whose table has the name of their type. */
    public static ListedTable of(String type) {
        return new ListedTable(type, type);
    }
}
