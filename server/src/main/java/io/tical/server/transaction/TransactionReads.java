package io.tical.server.transaction;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads the transactions of one type for their organizations: by key, as lists, and by a search.
 *
 * @param type their name in the codes of errors, such as {@code payin}
 * @param finder reads one of them
 * @param lister reads a page of them
 */
public record TransactionReads<T>(
        Database database,
        Currencies currencies,
        String type,
        Finder<T> finder,
        Lister<T> lister,
        PartSearch<T> search) {
    /** The statement that reads a transaction. */
    @FunctionalInterface
    public interface Finder<T> {
        Optional<T> find(Session session, TransactionKey key);
    }

    /** The statement of a page. */
    @FunctionalInterface
    public interface Lister<T> {
        /** At least one row more than the page's limit, when there are that many; newest first. */
        List<T> list(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page);
    }

    /** @throws Problem.NotFound {@code …_NOT_FOUND} when the organization has no such transaction in this environment */
    public T get(TransactionKey key) {
        return find(key).orElseThrow(this::notFound);
    }

    public Optional<T> find(TransactionKey key) {
        return database.run(session -> find(session, key));
    }

    public Optional<T> find(Session session, TransactionKey key) {
        return finder.find(session, key);
    }

    /**
     * A transaction of an organization, in either environment.
     *
     * @throws Problem.NotFound {@code …_NOT_FOUND}
     */
    public T ofEither(UUID organizationId, UUID id) {
        return database.run(session -> find(session, new TransactionKey(organizationId, true, id))
                        .or(() -> find(session, new TransactionKey(organizationId, false, id))))
                .orElseThrow(this::notFound);
    }

    /** What callers throw when there is no such transaction. */
    public Problem.NotFound notFound() {
        return Problem.NotFound.of(type);
    }

    /** At least one row more than the page's limit, when there are that many; newest first. */
    public List<T> list(UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return list(filter, session -> lister.list(session, organizationId, livemode, filter, page));
    }

    /** The rows that a statement selects with this filter; reads nothing if no transaction can match it. */
    public <R> List<R> list(ListFilter filter, Function<Session, List<R>> rows) {
        return filter.isPossible(currencies) ? database.run(rows) : List.of();
    }

    /** A step of a search for the filter's text in any part: {@link PartSearch}. */
    public Found<T> search(UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return database.run(session -> search.find(session, currencies, organizationId, livemode, filter, page));
    }

    /** Reads the id of a transaction. */
    public Function<T, UUID> id() {
        return search.id();
    }
}
