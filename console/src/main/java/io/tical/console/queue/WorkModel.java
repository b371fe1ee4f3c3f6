package io.tical.console.queue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.admin.Approvals;
import io.tical.common.admin.Listed;
import io.tical.common.admin.WorkItem;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.api.Outcome;
import io.tical.console.api.Page;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.PagedRows;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/**
 * A queue as one operator works on it: what is listed, which item is shown, its lease, and what became of the last decision.
 * Used on the thread of the user interface.
 */
public final class WorkModel<R extends Listed, D> {
    /** What the screen tells above the item. */
    public sealed interface Notice {
        record None() implements Notice {}

        /**
         * @param key of a sentence with these values
         * @param undo takes back what was decided; null if it cannot be taken back, or not any more
         */
        record Success(
                String key, List<Object> values, @Nullable Takeback undo) implements Notice {}

        /** The item has changed since it was shown. */
        record Changed() implements Notice {}

        /** Somebody else works on it. */
        record Claimed(String by, @Nullable Long until) implements Notice {}

        /** @param unknown whether the decision may have taken effect */
        record Problem(ApiProblem why, boolean unknown) implements Notice {}
    }

    /** The request that takes a decision back. */
    public record Takeback(String method, String path, Map<String, Object> body) {}

    private static final String APPROVAL = "approval";

    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final PagedRows<R> rows;
    private final Loader<D> detail;
    private final StringProperty filter;
    private final StringProperty search = new SimpleStringProperty("");
    private final ReadOnlyObjectWrapper<@Nullable R> selected = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<Notice> notice = new ReadOnlyObjectWrapper<>(new Notice.None());
    private final ReadOnlyBooleanWrapper sending = new ReadOnlyBooleanWrapper();
    private final Map<UUID, D> preloaded = new HashMap<>();
    private @Nullable UUID claimed;
    private boolean visible;

    /** Whether an item is read again after an own decision, whose event may come first. */
    private boolean rereading;

    public WorkModel(Workspace workspace, WorkKind<R, D> kind) {
        this.workspace = workspace;
        this.kind = kind;
        this.filter =
                new SimpleStringProperty(kind.filters().keySet().iterator().next());
        this.rows = new PagedRows<>(workspace.tasks(), workspace.clock(), this::fetch);
        this.detail = new Loader<>(workspace.tasks(), workspace.clock());
        filter.subscribe((_, _) -> restart());
        search.subscribe((_, _) -> restart());
        detail.state().subscribe(this::preloadNext);
    }

    public PagedRows<R> rows() {
        return rows;
    }

    public ReadOnlyObjectProperty<LoadState<D>> detail() {
        return detail.state();
    }

    /** One of the keys of the kind's filters. */
    public StringProperty filter() {
        return filter;
    }

    /** What the list is searched for. */
    public StringProperty search() {
        return search;
    }

    public ReadOnlyObjectProperty<@Nullable R> selected() {
        return selected.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Notice> notice() {
        return notice.getReadOnlyProperty();
    }

    /** Whether a decision is on its way. */
    public ReadOnlyBooleanProperty sending() {
        return sending.getReadOnlyProperty();
    }

    /**
     * What can be decided now: nothing while the item is stale, changed or claimed by somebody else, while a decision is on its way, and
     * while one waits for a second person.
     */
    public List<Decision> decisions() {
        var blocked = sending.get()
                || !detail.state().get().isCurrent()
                || rows.state().get() instanceof LoadState.Stale<Integer>
                || notice.get() instanceof Notice.Changed
                || notice.get() instanceof Notice.Claimed
                || waiting() != null
                || !workspace.operator().may(kind.permission());
        return blocked
                ? List.of()
                : detail.state().get().shown().map(kind::decisions).orElse(List.of());
    }

    /** The decision on the shown item that waits for a second person; null if none does. */
    public Approvals.@Nullable Row waiting() {
        return detail.state()
                .get()
                .shown()
                .map(item -> kind.row(item).approval())
                .orElse(null);
    }

    /** The screen became visible. */
    public void shown() {
        visible = true;
        look();
    }

    /** Another screen is visible now. */
    public void hidden() {
        visible = false;
        release();
    }

    /** What can be decided without an item. */
    public List<Decision> listDecisions() {
        var blocked = sending.get()
                || !rows.state().get().isCurrent()
                || !workspace.operator().may(kind.permission());
        return blocked ? List.of() : listDecisionsNow();
    }

    private List<Decision> listDecisionsNow() {
        return kind.listDecisions(filter.get(), search.get().strip(), rows.rows(), rows.hasMore());
    }

    /** Reads the list again, and the item that is shown. */
    public void refresh() {
        rows.reload();
        var shown = selected.get();
        if (shown != null) {
            load(shown.id());
        }
    }

    private void restart() {
        select(null);
        rows.clear();
        rows.reload();
    }

    /** Shows an item; null for none. */
    public void select(@Nullable R row) {
        var before = selected.get();
        if (row != null && before != null && row.id().equals(before.id())) {
            selected.set(row);
            return;
        }
        release();
        notice.set(new Notice.None());
        selected.set(row);
        var known = row == null ? null : preloaded.remove(row.id());
        if (known == null) {
            detail.clear();
        } else {
            detail.show(known);
        }
        if (row == null) {
            return;
        }
        load(row.id());
        claim(row.id());
    }

    /** Shows an item that is perhaps not in the list, such as one that was searched for. */
    public void open(UUID id) {
        open(id, new Notice.None());
    }

    private void open(UUID id, Notice said) {
        workspace
                .tasks()
                .run(
                        () -> kind.read(workspace.api(), id),
                        found -> {
                            select(kind.row(found));
                            notice.set(said);
                        },
                        problem -> notice.set(new Notice.Problem(problem, false)));
    }

    /** Selects the next row of the list, or the one before when it was the last. */
    public void next() {
        var list = rows.rows();
        var index = indexOf(selected.get());
        if (!list.isEmpty()) {
            select(list.get(Math.clamp(index + 1L, 0, list.size() - 1)));
        }
    }

    /** An item has changed, as an event of the service says. */
    public void changed(String type, UUID id, @Nullable Integer version) {
        var selectedNow = selected.get();
        if (type.equals(APPROVAL) && selectedNow instanceof WorkItem && !type.equals(kind.eventType())) {
            load(selectedNow.id()); // it may wait for a second person now, or no longer
        }
        if (!type.equals(kind.eventType())) {
            return;
        }
        // While a decision is sent the list is not read: it is read again with the answer.
        if (rows.rows().size() <= PagedRows.PAGE && !sending.get()) {
            rows.reload();
        }
        // After a lost answer the change is probably the own decision, which can be confirmed again.
        var expected =
                sending.get() || rereading || (notice.get() instanceof Notice.Problem problem && problem.unknown());
        var shown =
                detail.state().get().shown().filter(item -> kind.row(item).id().equals(id));
        if (expected
                || shown.isEmpty()
                || (version != null && version <= kind.row(shown.get()).version())) {
            return;
        }
        // Objects without a version have no conflicts; and nobody decides where nothing can be decided.
        if (version == null || kind.decisions(shown.get()).isEmpty()) {
            load(id);
        } else {
            notice.set(new Notice.Changed());
        }
    }

    /** After the list was read: shows its first item when none is shown. */
    public void settle() {
        if (selected.get() == null && !rows.rows().isEmpty()) {
            select(rows.rows().getFirst());
        }
    }

    /** Shows the item as it is now, after it has changed or somebody else worked on it, and takes its lease. */
    public void look() {
        notice.set(new Notice.None());
        refresh();
        var shown = selected.get();
        if (shown != null) {
            claim(shown.id());
        }
    }

    /**
     * Makes a decision.
     *
     * @param requestId of the operator's intention: a repetition after a lost answer has the same one
     */
    public void decide(Decision decision, Map<String, Object> given, UUID requestId) {
        var decided = selected.get();
        var ofList =
                listDecisionsNow().stream().anyMatch(possible -> possible.key().equals(decision.key()));
        if (sending.get() || (decided == null && !ofList)) {
            return;
        }
        sending.set(true);
        if (decided == null || ofList) {
            send(decision, given, requestId, outcome -> decidedOnList(decision, outcome), this::refused);
        } else {
            send(
                    decision,
                    given,
                    requestId,
                    outcome -> decided(decided, decision, outcome),
                    problem -> refused(decided.id(), problem));
        }
    }

    private void send(
            Decision decision,
            Map<String, Object> given,
            UUID requestId,
            Consumer<Outcome> done,
            Consumer<ApiProblem> failed) {
        workspace
                .tasks()
                .run(
                        () -> workspace
                                .api()
                                .decide(decision.method(), decision.path(given), decision.body(given), requestId),
                        done,
                        failed);
    }

    private void decided(R item, Decision decision, Outcome outcome) {
        sending.set(false);
        switch (outcome) {
            case Outcome.Waiting _ -> {
                release(); // so that the second person can work on it
                notice.set(success(decision, outcome));
                refresh();
            }
            case Outcome.Done _ -> {
                claimed = null; // the decision ended the lease
                done(item, decision, success(decision, outcome));
            }
        }
    }

    private void done(R item, Decision decision, Notice.Success said) {
        if (decision.stays()) {
            rereading = true;
            notice.set(said);
            refresh();
            claim(item.id());
        } else {
            advance(item);
            notice.set(said);
            rows.reload();
        }
    }

    private static Notice.Success success(Decision decision, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done ->
                new Notice.Success(
                        decision.key() + ".done",
                        decision.told().isEmpty()
                                ? List.of()
                                : List.of(done.data().path(decision.told()).asText()),
                        takeback(decision, done));
            case Outcome.Waiting _ -> new Notice.Success("queue.waiting", List.of(), null);
        };
    }

    private static @Nullable Takeback takeback(Decision decision, Outcome.Done done) {
        var undo = decision.undo();
        return undo == null ? null : new Takeback(undo.method(), undo.path(), undo.body(done.data()));
    }

    /** What can be taken back now; null for nothing. */
    public @Nullable Takeback undoable() {
        return notice.get() instanceof Notice.Success success && !sending.get() ? success.undo() : null;
    }

    /** Takes the last decision back. */
    public void undo() {
        var takeback = undoable();
        if (takeback == null) {
            return;
        }
        sending.set(true);
        workspace
                .tasks()
                .run(
                        () -> workspace.api().decide(takeback.method(), takeback.path(), takeback.body(), Ids.next()),
                        _ -> {
                            sending.set(false);
                            rereading = true;
                            notice.set(new Notice.Success("queue.undone", List.of(), null));
                            refresh();
                        },
                        this::refused);
    }

    /** The last decision cannot be taken back any more. */
    public void endUndo() {
        if (notice.get() instanceof Notice.Success success && success.undo() != null) {
            notice.set(new Notice.Success(success.key(), success.values(), null));
        }
    }

    /** Shows what was created. */
    private void decidedOnList(Decision decision, Outcome outcome) {
        sending.set(false);
        refresh();
        if (outcome instanceof Outcome.Done done && done.data().path("id").isTextual()) {
            open(UUID.fromString(done.data().path("id").textValue()), success(decision, outcome));
        } else {
            notice.set(success(decision, outcome));
        }
    }

    private void refused(ApiProblem problem) {
        sending.set(false);
        rows.reload();
        notice.set(new Notice.Problem(problem, problem instanceof NoAnswer));
    }

    /** Takes an item off the list and shows the one after it. */
    private void advance(R item) {
        var index = indexOf(item);
        var list = rows.rows();
        if (index >= 0) {
            list.remove(index);
        }
        select(list.isEmpty() ? null : list.get(Math.clamp(index, 0, list.size() - 1)));
    }

    private void refused(UUID id, ApiProblem problem) {
        sending.set(false);
        rows.reload();
        switch (problem) {
            case NoAnswer lost -> notice.set(new Notice.Problem(lost, true));
            case Refused refused -> {
                switch (refused.code()) {
                    case "VERSION_CONFLICT" -> notice.set(new Notice.Changed());
                    case "ALREADY_CLAIMED" -> tellClaim(id);
                    default -> {
                        notice.set(new Notice.Problem(refused, false));
                        load(id);
                    }
                }
            }
        }
    }

    private int indexOf(@Nullable R item) {
        var list = rows.rows();
        for (int i = 0; item != null && i < list.size(); i++) {
            if (list.get(i).id().equals(item.id())) {
                return i;
            }
        }
        return -1;
    }

    private void load(UUID id) {
        var row = selected.get();
        var whole = row == null || !row.id().equals(id) ? Optional.<D>empty() : kind.whole(row);
        if (whole.isPresent()) {
            detail.show(whole.get());
            return;
        }
        detail.load(() -> {
            try {
                return kind.read(workspace.api(), id);
            } finally {
                workspace.tasks().ui().execute(() -> rereading = false);
            }
        });
    }

    private Page<R> fetch(String cursor) {
        var query = new HashMap<>(kind.filters().getOrDefault(filter.get(), Map.of()));
        query.put("q", search.get().strip());
        query.put("limit", String.valueOf(PagedRows.PAGE));
        query.put("cursor", cursor);
        return kind.page(workspace.api(), query);
    }

    private void preloadNext(LoadState<D> state) {
        var index = indexOf(selected.get());
        if (!state.isCurrent() || index < 0 || index + 1 >= rows.rows().size()) {
            return;
        }
        var following = rows.rows().get(index + 1);
        var id = following.id();
        if (preloaded.containsKey(id) || kind.whole(following).isPresent()) {
            return;
        }
        preloaded.clear();
        workspace
                .tasks()
                .run(
                        () -> {
                            kind.preload(id);
                            return kind.read(workspace.api(), id);
                        },
                        next -> preloaded.put(id, next),
                        _ -> {});
    }

    private void claim(UUID id) {
        if (!kind.claims() || !workspace.operator().may(kind.permission())) {
            return;
        }
        workspace
                .tasks()
                .run(
                        () -> workspace.api().change("POST", kind.itemPath(id) + "/claim", null, JsonNode.class),
                        claim -> claimed(id),
                        problem -> notClaimed(id, problem));
    }

    private void claimed(UUID id) {
        if (visible && isShown(id)) {
            claimed = id;
        } else {
            release(id);
        }
    }

    private void notClaimed(UUID id, ApiProblem problem) {
        if (problem instanceof Refused refused && refused.code().equals("ALREADY_CLAIMED")) {
            tellClaim(id);
        }
    }

    /** Tells who works on an item: the list may have been read before they took it. */
    private void tellClaim(UUID id) {
        workspace
                .tasks()
                .run(
                        () -> kind.row(kind.read(workspace.api(), id)),
                        row -> {
                            if (isShown(id)) {
                                notice.set(new Notice.Claimed(
                                        Objects.requireNonNullElse(row.claimedBy(), ""), row.claimedUntil()));
                            }
                        },
                        problem -> notice.set(new Notice.Claimed("", null)));
    }

    private boolean isShown(UUID id) {
        var shown = selected.get();
        return shown != null && shown.id().equals(id);
    }

    /** Renews the lease of the item that is shown. */
    public void renew() {
        var id = claimed;
        var shown = selected.get();
        if (id != null) {
            claim(id);
        } else if (shown != null && visible && kind.renews()) {
            detail.state()
                    .get()
                    .shown()
                    .map(kind::row)
                    .filter(row -> workspace.operator().username().equals(row.claimedBy()))
                    .ifPresent(row -> renew(row.id()));
        }
    }

    private void renew(UUID id) {
        workspace
                .tasks()
                .run(
                        () -> workspace.api().change("POST", kind.itemPath(id) + "/claim", null, JsonNode.class),
                        _ -> {
                            if (isShown(id)) {
                                load(id); // it tells until when it is claimed
                            }
                        },
                        problem -> notClaimed(id, problem));
    }

    /** Gives the lease back, because the operator turns to something else. */
    private void release() {
        var id = claimed;
        claimed = null;
        if (id != null) {
            release(id);
        }
    }

    private void release(UUID id) {
        workspace
                .tasks()
                .run(
                        () -> workspace.api().change("POST", kind.itemPath(id) + "/release", null, JsonNode.class),
                        _ -> {},
                        _ -> {}); // the lease ends by itself
    }
}
