package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.transaction.ListedRows.Scope;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Lists of the transactions of one table, newest first, each in one statement. The id contains the creation time, so
 * every list scans an index in id order, and a deep page costs the same as the first one. {@link ListedRows} finds the rows of a filter.
 *
 * @param table a table of transactions
 * @param id the id column
 * @param reference the column of the merchant's reference
 * @param status the column of the status, or the column that divides the rows instead
 * @param statuses all values of that column
 * @param channels all values of the channel column; empty if the table has none
 * @param restrictions conditions of all rows, on the table {@code p} in SQL
 * @param accounts the counterparties' accounts whose transactions a search finds
 */
public record TransactionList(
        String table,
        String id,
        String reference,
        String status,
        List<String> statuses,
        List<String> channels,
        List<String> restrictions,
        Accounts accounts) {
    /** The limits in the SQL texts; a smaller page ignores the remaining rows. */
    private static final List<Integer> ROWS = List.of(21, 101, 1001);

    /** The largest page. */
    public static final int LIMIT_MAX = 1000;

    static final Scope ONE = new Scope("cast(:organization AS uuid)", ":livemode");
    private static final Scope EACH = new Scope("o.organization_id", "e.livemode");

    /**
     * Accounts in which a search looks for its text.
     *
     * @param table has {@code account_id}, {@code account_no} and {@code holder_name}
     * @param conditions each finds accounts, on the table {@code c} in SQL; none if a search does not look in accounts
     */
    record Accounts(String table, List<String> conditions) {
        private static final Accounts NONE = new Accounts("", List.of());

        private static Accounts byHolder(String table) {
            return new Accounts(table, List.of("lower(c.holder_name) COLLATE \"C\" LIKE :holder"));
        }

        private Accounts orByNumber() {
            return new Accounts(
                    table,
                    Stream.concat(conditions.stream(), Stream.of("c.account_no LIKE :prefix"))
                            .toList());
        }
    }

    public TransactionList(MerchantReferences references, List<String> statuses) {
        this(
                references.objectType(),
                references.id(),
                references.column(),
                "status",
                statuses,
                List.of(),
                List.of(),
                Accounts.NONE);
    }

    /** This list, of a table with channels. */
    public TransactionList of(List<String> allChannels) {
        return new TransactionList(table, id, reference, status, statuses, allChannels, restrictions, accounts);
    }

    /** This list, of a table whose rows another column than a status divides. */
    public TransactionList by(String column) {
        return new TransactionList(table, id, reference, column, statuses, channels, restrictions, accounts);
    }

    /** This list, restricted by a condition on the table {@code p}. The caller binds its parameters. */
    public TransactionList where(String condition) {
        var all = Stream.concat(restrictions.stream(), Stream.of(condition)).toList();
        return new TransactionList(table, id, reference, status, statuses, channels, all, accounts);
    }

    /** This list, whose search compares the text with the beginning of the holders' names in this table of accounts. */
    public TransactionList withHolders(String accountTable) {
        return of(Accounts.byHolder(accountTable));
    }

    /** This list, whose search also compares the text with the beginning of account numbers. */
    public TransactionList withAccountNumbers() {
        return of(accounts.orByNumber());
    }

    private TransactionList of(Accounts searched) {
        return new TransactionList(table, id, reference, status, statuses, channels, restrictions, searched);
    }

    /**
     * The statement of a page of at most 1000 rows. Its result has at least one row more than the page's limit when that many rows exist.
     *
     * @param select the statement, with {@code %s} for the table expression of the page's rows
     */
    public Session.Statement page(
            Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page, String select) {
        // The limit is a literal, so that the cached plan is for one page and not for a tenth of the table.
        var limit = ROWS.stream()
                .filter(rows -> rows > page.limit())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a page has at most " + LIMIT_MAX + " rows"));
        var few = filter.narrowing().amounts() != null
                && !filter.currencies().isEmpty()
                && hasFew(session, organizationId, livemode, filter);
        var rows = new ListedRows(this, ONE, filter, page, limit, few);
        var statement = bind(
                session.sql(select.formatted("(" + rows.sql() + ")"))
                        .bind("organization", organizationId)
                        .bind("livemode", livemode),
                filter,
                page,
                limit + page.offset());
        // The best plan of a search, a range or an offset depends on its value.
        return page.offset() == 0
                        && filter.text().isEmpty()
                        && filter.narrowing().equals(Narrowing.NONE)
                ? statement
                : statement.withCustomPlan();
    }

    /** The statement of a page of several environments; at most one row more than the page's limit. */
    public Session.Statement page(Session session, Environments environments, ListFilter filter, Page page) {
        var reach = page.limit() + 1 + page.offset();
        var first = new Page(reach, 0, page.before());
        var rows = new ListedRows(this, EACH, filter, first, reach, false);
        var sql = "SELECT p.*" + environments.each(rows.sql()) + " ORDER BY p." + id
                + " DESC LIMIT :rows OFFSET :skipped";
        return bind(environments.bind(session.sql(sql)), filter, first, reach)
                .bind("rows", page.limit() + 1)
                .bind("skipped", page.offset())
                .withCustomPlan();
    }

    /** The statement of the row with this id, in any organization. */
    public Session.Statement find(Session session, UUID ofRow) {
        // An offset keeps the planner from reading the whole table instead of an index in each environment.
        var ofOne = "SELECT * FROM " + table + " WHERE" + Environments.ONE + id + " = cast(:row AS uuid) OFFSET 0";
        return session.sql("SELECT p.*" + Environments.ALL.each(ofOne)).bind("row", ofRow);
    }

    private boolean hasFew(Session session, UUID organizationId, boolean livemode, ListFilter filter) {
        var rows = new ListedRows(this, ONE, filter, new Page(1, 0, null), 1, true);
        return bind(
                        session.sql(rows.fewSql())
                                .bind("organization", organizationId)
                                .bind("livemode", livemode),
                        filter,
                        new Page(1, 0, null),
                        1)
                .withCustomPlan()
                .one(row -> row.flag("few"));
    }

    static Session.Statement bind(Session.Statement statement, ListFilter filter, Page page, int reach) {
        var narrowing = filter.narrowing();
        var amounts = narrowing.amounts();
        Ids.withPrefix(filter.text())
                .ifPresent(range -> statement.bind("id_from", range.from()).bind("id_to", range.to()));
        return statement
                .bind("reference", filter.reference())
                .bind("before", page.before())
                .bind("offset", page.offset())
                .bind("reach", reach)
                .bind("prefix", prefix(filter.text()))
                .bind("holder", prefix(filter.text().toLowerCase(Locale.ROOT)))
                .bind("from", narrowing.from())
                .bind("until", narrowing.until())
                .bind("amount_min", amounts == null ? null : (Long) amounts.min())
                .bind("amount_max", amounts == null ? null : (Long) amounts.max())
                .bind("account", prefix(narrowing.account()));
    }

    /** The pattern of texts with this prefix, for {@code LIKE}. */
    public static String prefix(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
