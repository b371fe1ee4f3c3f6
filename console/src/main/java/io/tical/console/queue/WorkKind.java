package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of work item.
 *
 * @param <R> a line of the list
 * @param <D> an item with everything that a decision needs
 */
public interface WorkKind<R extends Listed, D> {
    /** The prefix of its texts, such as {@code slips}; {@code .title} and {@code .empty} must be there. */
    String key();

    /** Of the list; an item is below it. */
    String path();

    Class<R> rowType();

    Class<D> detailType();

    /** The line of an item. */
    R row(D detail);

    /** What names an item in messages: the reference by which people know it. */
    String name(D detail);

    /** The amount of an item with its currency, which messages name, too; empty if it has none. */
    default String money(D detail) {
        return "";
    }

    /** The filters of the list: query parameters by the key of the filter's name. The first one is selected initially. */
    Map<String, Map<String, String>> filters();

    List<Column<R>> columns();

    /** The list's fraction of the screen's width, until the operator moves the divider. */
    default double listPart() {
        return 0.41;
    }

    /** What narrows the list besides a filter; null for nothing. */
    default @Nullable Narrowing narrowing() {
        return null;
    }

    /**
     * A second filter, whose values the service knows.
     *
     * @param parameter of the query
     * @param key of the name of no narrowing
     * @param values the texts of the values, by the values. Runs in the background
     */
    record Narrowing(String parameter, String key, Function<AdminApi, Map<String, String>> values) {}

    /** Whether a filter shows items of one status alone. */
    default boolean fixesStatus(String filter) {
        return filters().getOrDefault(filter, Map.of()).containsKey("status");
    }

    /** The filters that show the queues of the overview: the key of a filter by the name of its queue. */
    default Map<String, String> queues() {
        return Map.of();
    }

    /** What a queue that is no filter narrows the list to; null for nothing. */
    default @Nullable Narrowed narrowed(String queue) {
        return null;
    }

    /**
     * A filter and a value of the narrowing.
     *
     * @param filter the key of a filter
     * @param value of the narrowing
     * @param name of the value
     * @param type of the object from which the list was opened, to which a key goes back
     * @param id of that object
     */
    record Narrowed(String filter, String value, String name, String type, UUID id) {}

    /** Whether its items belong to an environment, so that those of one are shown. */
    default boolean hasEnvironment() {
        return true;
    }

    /** Whether the service searches the list for a text. */
    default boolean searchable() {
        return true;
    }

    /** The key of what its search finds. */
    default String searchKey() {
        return "queue.search";
    }

    /**
     * What can be decided without an item, such as the creation of one.
     *
     * @param search what the list is searched for; empty for nothing
     * @param rows that are fetched
     * @param more whether there are more rows
     */
    default List<Decision> listDecisions(String filter, String search, List<R> rows, boolean more) {
        return List.of();
    }

    /** Whether a decision without an item is read from the service before it is opened. */
    default boolean prepares(Decision decision) {
        return false;
    }

    /** The same decision with what is known now. Runs in the background. */
    default Decision prepared(AdminApi api, Decision decision) {
        return decision;
    }

    /** Names in messages what is asked for with a decision without an item; empty if the sentence says it. */
    default String asked(Decision decision, Map<String, Object> given) {
        return "";
    }

    /** What can be decided on an item now. */
    List<Decision> decisions(D detail);

    /** An operator without it sees the items but no decisions. */
    String permission();

    /** Whether showing an item takes its lease, so that no other operator works on it. */
    boolean claims();

    /** Whether an item can be decided on while a decision on it waits: settings can be restricted at once. */
    default boolean decidesWhileWaiting() {
        return false;
    }

    /** Whether the lease that an operator took by a decision is renewed while its item is shown. */
    default boolean renews() {
        return false;
    }

    /** The type of its events, such as {@code slip}. */
    String eventType();

    /** Fetches what else the next item shows, such as a picture. Runs in the background. */
    default void preload(UUID id) {}

    /** Reads a page of the list; {@code q} in the query is what is searched for, if it is searchable. Runs in the background. */
    default Page<R> page(AdminApi api, Map<String, String> query) {
        return api.page(AdminApi.path(path(), query), rowType());
    }

    /** The item of a line that has all of it; empty if more must be read. */
    default Optional<D> whole(R row) {
        return Optional.empty();
    }

    /** Reads an item. Runs in the background. */
    default D read(AdminApi api, UUID id) {
        return api.get(itemPath(id), detailType());
    }

    /** What a file of the list has: first the columns that accounting needs, in an order that does not depend on what is shown. */
    default List<Column.Exported<R>> exported() {
        return List.of();
    }

    default String itemPath(UUID id) {
        return path() + "/" + id;
    }
}
