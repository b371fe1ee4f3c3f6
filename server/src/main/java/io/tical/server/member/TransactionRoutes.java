package io.tical.server.member;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.Query;
import io.tical.server.member.Listing.Selected;
import io.tical.server.session.Member;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionReads;
import java.time.ZoneId;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * {@code /api/<name>}: reads the organization's transactions of one type.
 *
 * @param name the path, and the beginning of the name of the file
 * @param filters the names of the parameters that {@code filter} reads
 * @param filter reads the filters of a query, with the time zone in which days begin
 * @param rows transactions of a list as JSON
 * @param detail a single transaction as JSON for this user
 * @param timeline a list of {@link TimelineItem}, also with users
 */
public record TransactionRoutes<T>(
        String name,
        Lists lists,
        TransactionReads<T> reads,
        List<String> filters,
        BiFunction<Query, ZoneId, ListFilter> filter,
        RowViews<T> rows,
        BiFunction<Member, T, Object> detail,
        Function<T, List<?>> timeline,
        Sheet sheet) {
    public List<SessionEndpoint<Member>> endpoints() {
        return and();
    }

    /** Its operations, and others of the same transactions. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final List<SessionEndpoint<Member>> and(SessionEndpoint<Member>... others) {
        var listing =
                new Listing<>(lists, name, Member::mayRead, with(filters), this::selected, reads.id(), rows, sheet);
        var own = listing.and(
                SessionEndpoint.get(
                        "/api/" + name + "/{id}",
                        Member::mayRead,
                        call -> Answer.ok(detail.apply(call.person(), named(call, reads)))),
                SessionEndpoint.get(
                        "/api/" + name + "/{id}/timeline",
                        Member::mayRead,
                        call -> Answer.ok(timeline.apply(named(call, reads)))));
        return Stream.concat(own.stream(), Stream.of(others)).toList();
    }

    private static List<String> with(List<String> filters) {
        return Stream.concat(Stream.of(Environment.NAME), filters.stream()).toList();
    }

    /** The transaction of the organization that a path names. */
    public static <T> T named(SessionCall<Member> call, TransactionReads<T> reads) {
        return reads.ofEither(call.person().organizationId(), call.id(reads.type()));
    }

    private Selected<T> selected(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var filtered = filter.apply(call.query(), lists.zone(call));
        return Selected.of(
                livemode,
                filtered,
                page -> reads.list(organizationId, livemode, filtered, page),
                lists.search(page -> reads.search(organizationId, livemode, filtered, page)));
    }
}
