package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Searches the transactions of a list for a text in any part. No index supports this, because it would make every insertion slower. So the
 * search runs in steps: each reads a limited number of transactions, newest first, and returns where the next one continues. The first step
 * also looks up the text as a whole reference or id, of any age, in their indexes. See decision 0038.
 *
 * @param places the columns to search
 * @param elsewhere looks up the text in other tables
 * @param select the statement of transactions, newest first, with {@code %s} for the table expression of its rows
 * @param reader reads the rows of the statement
 * @param examinedMax the transactions that one step reads
 */
public record PartSearch<T>(
        TransactionList list,
        AnyPart.Places places,
        Elsewhere elsewhere,
        String select,
        Function<Session.Statement, List<T>> reader,
        Function<T, UUID> id,
        int examinedMax) {
    /** Transactions by a whole text that another table has in an index, such as the reference of a bank. */
    public interface Elsewhere {
        /** The maximum number of transactions that have the same text elsewhere. */
        int ROWS_MAX = 20;

        /** The ids of transactions of this organization and environment, at most {@link #ROWS_MAX}; each step asks for them. */
        Collection<UUID> find(Session session, UUID organizationId, boolean livemode, String text);

        /** Whether a text that was found here means that only, so that it is not searched as a part. */
        default boolean only(String text) {
            return false;
        }
    }

    /** The transactions that one step reads, which takes about 0.2 seconds of one processor. */
    public static final int EXAMINED_MAX = 100_000;

    public PartSearch(
            TransactionList list,
            AnyPart.Places places,
            String select,
            Function<Session.Statement, List<T>> reader,
            Function<T, UUID> id) {
        this(list, places, (_, _, _, _) -> List.of(), select, reader, id, EXAMINED_MAX);
    }

    /** This search, which also looks for the text there. */
    public PartSearch<T> and(Elsewhere there) {
        return new PartSearch<>(list, places, there, select, reader, id, examinedMax);
    }

    /** This search in steps of another size. */
    public PartSearch<T> inStepsOf(int examined) {
        return new PartSearch<>(list, places, elsewhere, select, reader, id, examined);
    }

    /**
     * A step of a search.
     *
     * @param filter contains the text; a row must match its other filters too
     * @throws Problem.BadRequest {@code OFFSET_INVALID} for a page with an offset
     */
    public Found<T> find(
            Session session,
            Currencies currencies,
            UUID organizationId,
            boolean livemode,
            ListFilter filter,
            Page page) {
        if (page.offset() > 0) {
            throw new Problem.BadRequest("OFFSET_INVALID", "A search has no offset; use the cursor of the last answer");
        }
        if (!filter.isPossible(currencies)) {
            return Found.page(List.of(), id);
        }
        var part = AnyPart.of(filter.text(), currencies);
        return new Step(session, organizationId, livemode, filter, page, part).found();
    }

    private final class Step {
        private final Session session;
        private final UUID organizationId;
        private final boolean livemode;
        private final ListFilter filter;
        private final Page page;
        private final AnyPart part;
        private final ListedRows listed;
        private final Collection<UUID> there;

        Step(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page, AnyPart part) {
            this.session = session;
            this.organizationId = organizationId;
            this.livemode = livemode;
            this.filter = filter;
            this.page = page;
            this.part = part;
            listed = new ListedRows(list, TransactionList.ONE, filter, page, page.limit() + 1, false);
            there = elsewhere.find(session, organizationId, livemode, part.text());
        }

        Found<T> found() {
            var whole = page.before() == null ? rows(listed.ofWhole()) : List.<T>of();
            if (!there.isEmpty() && elsewhere.only(part.text())) {
                return new Found<>(whole, List.of(), id, null);
            }
            var rows = rows(listed.ofStep(part, places, examinedMax));
            return new Found<>(whole, rows, id, rows.size() > page.limit() ? null : searchedTo());
        }

        private List<T> rows(String sql) {
            return reader.apply(statement(select.formatted("(" + sql + ")")));
        }

        /** The last transaction that the step reads; null if it may be the oldest one. */
        private @Nullable UUID searchedTo() {
            return statement(listed.lastOfStep(examinedMax))
                    .first(row -> row.uuid("id"))
                    .orElse(null);
        }

        private Session.Statement statement(String sql) {
            var statement =
                    session.sql(sql).bind("organization", organizationId).bind("livemode", livemode);
            return part.bind(TransactionList.bind(statement, filter, page, page.limit() + 1))
                    .bindEach("elsewhere", there, Function.identity())
                    .withCustomPlan();
        }
    }
}
