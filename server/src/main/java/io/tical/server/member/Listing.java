package io.tical.server.member;

import io.tical.server.http.Answer;
import io.tical.server.http.Content;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list of the dashboard: {@code GET /api/<name>} returns its pages, and {@code GET /api/<name>.csv} all rows of the same filters as a
 * file.
 *
 * @param name its path, and the beginning of the file's name
 * @param allowed whether a user may read it
 * @param filters the names of the parameters that the reader reads
 * @param reader reads the filters of a request
 * @param views rows as JSON
 */
public record Listing<T>(
        Lists lists,
        String name,
        Predicate<Member> allowed,
        List<String> filters,
        Function<SessionCall<Member>, Selected<T>> reader,
        Function<T, UUID> id,
        RowViews<T> views,
        Sheet sheet) {
    private static final String STATUS = "status";

    /**
     * The rows that a request selects.
     *
     * @param environment test, live or both
     * @param filter all other conditions
     * @param rows reads one row more than a page of at most 1000 rows has, when there are that many; newest first
     * @param search finds the rows step by step; null if no search is needed
     */
    public record Selected<T>(
            String environment,
            String filter,
            Function<Page, List<T>> rows,
            @Nullable PartSteps<T> search) {
        public Selected(String environment, String filter, Function<Page, List<T>> rows) {
            this(environment, filter, rows, null);
        }

        public static <T> Selected<T> of(boolean livemode, Object filter, Function<Page, List<T>> rows) {
            return new Selected<>(Environment.word(livemode), filter.toString(), rows);
        }

        /** The rows of a filter, by its search if it has a text. */
        static <T> Selected<T> of(
                boolean livemode, ListFilter filter, Function<Page, List<T>> rows, PartSteps<T> search) {
            return filter.text().isEmpty()
                    ? of(livemode, filter, rows)
                    : new Selected<>(Environment.word(livemode), "part " + filter, search::all, search);
        }
    }

    /** Its operations, and others of the same objects. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final List<SessionEndpoint<Member>> and(SessionEndpoint<Member>... others) {
        return Stream.concat(endpoints().stream(), Stream.of(others)).toList();
    }

    public List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/" + name, allowed, this::page).paged(filters.toArray(String[]::new)),
                SessionEndpoint.get("/api/" + name + ".csv", allowed, this::file)
                        .taking(Set.copyOf(filters)));
    }

    private Answer page(SessionCall<Member> call) {
        var selected = reader.apply(call);
        var selection = new Selection(call.person().organizationId(), selected.environment(), selected.filter());
        var page = lists.paging().page(call, selection);
        var search = selected.search();
        if (search != null) {
            var found = lists.searches().answer(call.person().organizationId(), () -> search.step(page));
            return lists.paging().answer(call, page, selection, found, views.of(found.shown(page.limit())));
        }
        var rows = selected.rows().apply(page);
        return lists.paging().answer(call, page, selection, rows, id, views.of(rows));
    }

    private Content file(SessionCall<Member> call) {
        var selected = reader.apply(call);
        var lines = new Export<>(inTurns(selected), id, lists.in(sheet, call).together(views));
        return lists.file(call, name + filtered(call), selected.environment(), lines);
    }

    /** The end of a file's name that says what it has: the status, and whether other filters were applied. */
    private String filtered(SessionCall<Member> call) {
        var given = filters.stream()
                .filter(filter -> !filter.equals(Environment.NAME)
                        && call.query().text(filter).isPresent())
                .toList();
        // The reader has read the status, which is one of its words.
        var status = given.contains(STATUS)
                ? call.query().text(STATUS).map(word -> "-" + word).orElse("")
                : "";
        return given.stream().allMatch(STATUS::equals) ? status : status + "-filtered";
    }

    /** Reads the pages of a file. Each page, or each step of a search, takes its turn with those of other files. */
    private Function<Page, List<T>> inTurns(Selected<T> selected) {
        return selected.search() != null
                ? selected.rows()
                : page -> lists.exports().read(() -> selected.rows().apply(page));
    }
}
