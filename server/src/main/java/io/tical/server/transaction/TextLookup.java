package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.db.Session;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The SQL of a page of an operators' search for texts that begin with the search text, newest first. Each searched column has an index that
 * begins with organization and environment, which the search descends once for each environment.
 *
 * @param id the column of the id
 * @param ids columns of ids that may begin with the text, {@code id} among them
 * @param texts conditions on the table {@code a} that compare with {@code :prefix}, or with {@code :digits} for account numbers
 * @param columns of a row {@code t}
 * @param join of other tables
 * @param ofService whether some rows belong to the service and not to an organization
 */
public record TextLookup(
        String table, String id, List<String> ids, List<String> texts, String columns, String join, boolean ofService) {
    public TextLookup(String table, String id, List<String> ids, List<String> texts) {
        this(table, id, ids, texts, "t.*", "");
    }

    public TextLookup(String table, String id, List<String> ids, List<String> texts, String columns, String join) {
        this(table, id, ids, texts, columns, join, false);
    }

    /** The same, which also searches the rows of the service. */
    public TextLookup withService() {
        return new TextLookup(table, id, ids, texts, columns, join, true);
    }

    /** The condition that an account number begins with the text, ignoring entered spaces and hyphens. */
    public static final String ACCOUNT_NUMBER = "a.account_no LIKE :digits";

    /** The condition that a holder's name begins with the text, ignoring case. */
    public static final String HOLDER =
            "lower(a.holder_name) COLLATE \"C\" LIKE lower(cast(:prefix AS text) COLLATE \"C\")";

    /**
     * A page of the rows that begin with the text.
     *
     * @param list conditions on the table {@code a}
     */
    public Session.Statement page(Session session, Environments environments, String text, ListSql list) {
        return environments
                .bind(list.bindText(text).bindTo(session.sql(sql(environments, text, list))))
                // The best plan depends on the text.
                .withCustomPlan();
    }

    /**
     * A page of the rows with a status, and of those that begin with the text unless it is empty, newest first. At most one row more than
     * the page's limit.
     *
     * @param status of the column {@code status}; empty for any
     */
    public <S extends Enum<S> & Word> Session.Statement ofStatus(
            Session session, Environments environments, Optional<S> status, String text, Page page) {
        var list = newestFirst(page).where("a.status", status.orElse(null));
        return text.isEmpty()
                ? list.within(environments, "a.").page(session, "SELECT a.* FROM " + table + " a")
                : page(session, environments, text, list);
    }

    /** The rows {@code a} of a page, newest first. */
    public ListSql newestFirst(Page page) {
        return ListSql.newestFirst("a." + id, page);
    }

    private String sql(Environments environments, String text, ListSql list) {
        var key = "SELECT organization_id, livemode, " + id + " FROM " + table + " a";
        var places = ListSql.places(
                text, texts, ids.stream().map(column -> "a." + column).toList());
        var found = places.stream()
                .map(place -> "(" + list.walk(key, Environments.ONE + place) + ")")
                .collect(Collectors.joining(" UNION ALL "));
        var organizations = ofService ? Environments.ORGANIZATIONS_AND_SERVICE : Environments.ORGANIZATIONS;
        // An offset keeps the planner from joining before it knows the few rows of the page.
        return """
                SELECT %5$s FROM (SELECT DISTINCT %1$s %2$s ORDER BY %3$s DESC LIMIT :rows OFFSET :offset) page
                CROSS JOIN LATERAL (SELECT * FROM %4$s r WHERE r.organization_id = page.organization_id
                    AND r.livemode = page.livemode AND r.%3$s = page.%3$s OFFSET 0) t %6$s
                ORDER BY t.%3$s DESC
                """.formatted(
                        "p.organization_id, p.livemode, p." + id,
                        environments.each(organizations, found),
                        id,
                        table,
                        columns,
                        join);
    }
}
