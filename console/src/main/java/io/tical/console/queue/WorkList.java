package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.api.Page;
import io.tical.console.work.LoadState;
import io.tical.console.work.PagedRows;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The list of a queue: its filter, its search, the rows that both leave, and the order in which the operator works through them. */
final class WorkList<R extends Listed> {
    private final Workspace workspace;
    private final WorkKind<R, ?> kind;
    private final PagedRows<R> rows;
    private final StringProperty filter;
    private final StringProperty search = new SimpleStringProperty("");
    private final StringProperty narrowed = new SimpleStringProperty("");

    WorkList(Workspace workspace, WorkKind<R, ?> kind) {
        this.workspace = workspace;
        this.kind = kind;
        this.filter =
                new SimpleStringProperty(kind.filters().keySet().iterator().next());
        this.rows = new PagedRows<>(workspace.tasks(), workspace.clock(), this::fetch, Listed::id);
    }

    PagedRows<R> rows() {
        return rows;
    }

    /** One of the keys of the kind's filters. */
    StringProperty filter() {
        return filter;
    }

    /** What the list is searched for. */
    StringProperty search() {
        return search;
    }

    /** A value of the kind's narrowing; empty for none. */
    StringProperty narrowed() {
        return narrowed;
    }

    /** Chooses the filter after the present one; the first after the last. */
    void nextFilter() {
        var filters = List.copyOf(kind.filters().keySet());
        filter.set(filters.get((filters.indexOf(filter.get()) + 1) % filters.size()));
    }

    private Page<R> fetch(String cursor) {
        var query = new HashMap<>(kind.filters().getOrDefault(filter.get(), Map.of()));
        var narrowing = kind.narrowing();
        if (narrowing != null) {
            query.put(narrowing.parameter(), narrowed.get());
        }
        if (kind.searchable()) {
            query.put("q", search.get().strip());
        }
        if (kind.hasEnvironment()) {
            query.put("livemode", String.valueOf(workspace.livemode()));
        }
        query.put("limit", String.valueOf(PagedRows.PAGE));
        query.put("cursor", cursor);
        return kind.page(workspace.api(), query);
    }

    /** Whether the last attempt to read the rows failed, so that older ones are shown. */
    boolean isStale() {
        return rows.state().get() instanceof LoadState.Stale<Integer>;
    }

    /** What can be decided without an item. */
    List<Decision> decisions() {
        return kind.listDecisions(filter.get(), search.get().strip(), rows.rows(), rows.hasMore());
    }

    /** Whether a decision is made without an item. */
    boolean decides(Decision decision) {
        return decisions().stream().anyMatch(possible -> possible.key().equals(decision.key()));
    }

    /** Forgets the rows and reads others, because the filter or the search has changed. */
    void restart() {
        rows.clear();
        rows.reload();
    }

    /** An item has changed: reads again the rows among which it may be. */
    void changed(UUID id) {
        rows.changed(id);
    }

    /** Items have changed, whichever: reads again what the operator sees. */
    void changed() {
        rows.changed();
    }

    /** Why the list has no rows, in a sentence. */
    String emptiness() {
        var texts = workspace.texts();
        var filters = kind.filters();
        var name = texts.has(filter.get()) ? texts.get(filter.get()) : "";
        var text = search.get().strip();
        if (!text.isEmpty()) {
            return filters.size() > 1
                    ? texts.get("queue.empty.search.filter", text, name)
                    : texts.get("queue.empty.search", text);
        }
        if (!narrowed.get().isEmpty()) {
            return texts.get("queue.empty.narrowed", name);
        }
        return filter.get().equals(filters.keySet().iterator().next()) || name.isEmpty()
                ? texts.get(kind.key() + ".empty")
                : texts.get("queue.empty.filter", name);
    }

    /** Where an item stands; -1 if it is not in the list. */
    int indexOf(UUID id) {
        var list = rows.rows();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    /** The row after that of an item; null after the last one and for an item that is not in the list. */
    @Nullable
    R following(UUID id) {
        var index = indexOf(id);
        var list = rows.rows();
        return index < 0 || index + 1 >= list.size() ? null : list.get(index + 1);
    }

    /** Takes an item off the list. Returns the row after it, or the one before when it was the last; null if no row is left. */
    @Nullable
    R remove(UUID id) {
        var index = indexOf(id);
        var list = rows.rows();
        if (index >= 0) {
            rows.remove(index);
        }
        return list.isEmpty() ? null : list.get(Math.clamp(index, 0, list.size() - 1));
    }
}
