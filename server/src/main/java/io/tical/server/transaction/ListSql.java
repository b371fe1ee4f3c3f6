package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the statement of a page of a list: the conditions that a filter has, the rows after the cursor, and one row more than the page's
 * limit, when there are that many.
 */
public final class ListSql {
    private static final String PAGE = " LIMIT :rows OFFSET :offset";

    private final String id;
    private final Page page;
    private final String order;
    private final String after;
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, @Nullable Object> values = new HashMap<>();

    private ListSql(String id, Page page, String order, String after) {
        this.id = id;
        this.page = page;
        this.order = " ORDER BY " + id + order;
        this.after = id + after + " cast(:before AS uuid)";
    }

    /** @param id the column of the id, with the alias of its table if it has one */
    public static ListSql newestFirst(String id, Page page) {
        return new ListSql(id, page, " DESC", " <");
    }

    public static ListSql oldestFirst(String id, Page page) {
        return new ListSql(id, page, "", " >");
    }

    /** This list, newest first, for an index that sorts nulls first, so that the planner does not scan the primary key instead. */
    public ListSql nullsLast() {
        var other = new ListSql(id, page, " DESC NULLS LAST", " <");
        other.conditions.addAll(conditions);
        other.values.putAll(values);
        return other;
    }

    public ListSql where(String condition) {
        conditions.add(condition);
        return this;
    }

    /** A condition with a parameter, unless its value is null. */
    public ListSql where(String condition, String parameter, @Nullable Object value) {
        return value == null ? this : where(condition).bind(parameter, value);
    }

    /** The rows with a word, or all for null. It is a literal and not a parameter, so that the planner knows how rare it is. */
    public ListSql where(String column, @Nullable Word word) {
        return word == null ? this : where(column + " = '" + word.word() + "'");
    }

    /** The rows of an organization in one environment. */
    public ListSql of(UUID organizationId, boolean livemode) {
        return where("organization_id = cast(:organization AS uuid)", "organization", organizationId)
                .where("livemode = :livemode", "livemode", livemode);
    }

    /**
     * The rows of these environments, of a table whose index does not begin with the organization.
     *
     * @param alias of the table, with its period
     */
    public ListSql within(Environments environments, String alias) {
        return where(environments.condition(alias)).bind("of_organization", environments.organizationId());
    }

    /** The value of a parameter of the statement. */
    public ListSql bind(String parameter, @Nullable Object value) {
        values.put(parameter, value);
        return this;
    }

    /** Binds {@code prefix}, {@code digits}, and for the beginning of an id {@code low} and {@code high}. */
    public ListSql bindText(String text) {
        var range = Ids.withPrefix(text);
        var digits = text.replaceAll("[\\s-]", "");
        return bind("prefix", TransactionList.prefix(text))
                .bind("digits", TransactionList.prefix(digits.isEmpty() ? text : digits))
                .bind("low", range.map(Ids.Range::from).orElse(null))
                .bind("high", range.map(Ids.Range::to).orElse(null));
    }

    /**
     * The conditions of a text, one for each place that may begin with it.
     *
     * @param texts conditions that compare with {@code :prefix} or {@code :digits}
     * @param ids columns of ids
     */
    public static List<String> places(String text, List<String> texts, List<String> ids) {
        var ofIds = Ids.withPrefix(text).isEmpty() ? Stream.<String>of() : ids.stream();
        return Stream.concat(
                        texts.stream(),
                        ofIds.map(column -> column + " BETWEEN cast(:low AS uuid) AND cast(:high AS uuid)"))
                .toList();
    }

    /**
     * The rows that the page needs of one index: as many as its limit and its offset together.
     *
     * @param select the statement without its conditions
     * @param more conditions of these rows
     */
    public String walk(String select, String... more) {
        return select + selected(more) + order + " LIMIT :reach";
    }

    private String selected(String... more) {
        var all = conditions(more);
        return all.isEmpty() ? "" : " WHERE " + all;
    }

    /** The conditions after these ones; empty if there are none. */
    public String conditions(String... more) {
        var cursor = page.before() == null ? Stream.<String>of() : Stream.of(after);
        return Stream.of(Stream.of(more), conditions.stream(), cursor)
                .flatMap(each -> each)
                .collect(Collectors.joining(" AND "));
    }

    /** The page of the rows that satisfy the conditions. */
    public Session.Statement page(Session session, String select) {
        return bindTo(session.sql(select + selected() + order + PAGE));
    }

    /**
     * The page of rows that {@link #walk}s have found, in a plan for the values of the call.
     *
     * @param select the statement without its order
     */
    public Session.Statement pageOf(Session session, String select) {
        return bindTo(session.sql(select + order + PAGE)).withCustomPlan();
    }

    /** Binds the values, and {@code before}, {@code rows}, {@code offset} and {@code reach} of the page. */
    public Session.Statement bindTo(Session.Statement statement) {
        var rows = page.limit() + 1;
        // A parameter that the statement does not contain is ignored.
        statement
                .bind("before", page.before())
                .bind("rows", rows)
                .bind("offset", page.offset())
                .bind("reach", rows + page.offset());
        values.forEach(statement::bind);
        return statement;
    }
}
