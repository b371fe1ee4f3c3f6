package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.common.admin.Listed;
import io.tical.common.admin.WorkItem;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.api.Outcome;
import io.tical.console.queue.Notice.Takeback;
import io.tical.console.work.LoadState;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A queue as one operator works on it: it keeps the list, the item that is shown, its lease and the decisions in step, and reports the
 * result of the last decision. Used on the thread of the user interface.
 */
public final class WorkModel<R extends Listed, D> {
    private static final String APPROVAL = "approval";

    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final WorkList<R> list;
    private final ShownItem<R, D> item;
    private final Lease<R, D> lease;
    private final Submission submission;
    private final AwaitedApproval awaited;
    private final ReadOnlyObjectWrapper<Notice> notice = new ReadOnlyObjectWrapper<>(new Notice.None());

    public WorkModel(Workspace workspace, WorkKind<R, D> kind) {
        this(workspace, kind, _ -> {});
    }

    /** @param prepare gets each item that was read, in the background */
    WorkModel(Workspace workspace, WorkKind<R, D> kind, Consumer<D> prepare) {
        this.workspace = workspace;
        this.kind = kind;
        this.list = new WorkList<>(workspace, kind);
        this.item = new ShownItem<>(workspace, kind, list, prepare);
        this.lease = new Lease<>(workspace, kind, item, notice::set);
        this.submission = new Submission(workspace);
        this.awaited = new AwaitedApproval(workspace, notice);
        list.filter().subscribe((_, _) -> restart());
        list.search().subscribe((_, _) -> restart());
        list.narrowed().subscribe((_, _) -> restart());
    }

    WorkList<R> list() {
        return list;
    }

    /** The line of the item that is shown; null while none is. */
    public ReadOnlyObjectProperty<@Nullable R> selected() {
        return item.row();
    }

    /** Names the item that is shown; empty while it is not known. */
    String named() {
        return item.named("");
    }

    public ReadOnlyObjectProperty<LoadState<D>> detail() {
        return item.detail();
    }

    public ReadOnlyObjectProperty<Notice> notice() {
        return notice.getReadOnlyProperty();
    }

    /** Whether a decision is on its way. */
    public ReadOnlyBooleanProperty sending() {
        return submission.sending();
    }

    /** Whether the item is read again after a decision on it: those that are offered belong to its previous version. */
    public ReadOnlyBooleanProperty rereading() {
        return item.rereading();
    }

    /**
     * What can be decided now: nothing while the item is stale, changed or claimed by another operator, while a decision is on its way, and
     * while one waits for a second person.
     */
    public List<Decision> decisions() {
        var blocked = sending().get()
                || !item.detail().get().isCurrent()
                || list.isStale()
                || notice.get() instanceof Notice.Changed
                || notice.get() instanceof Notice.Claimed
                || isWithheld()
                || !workspace.operator().may(kind.permission());
        return blocked ? List.of() : item.known().map(kind::decisions).orElse(List.of());
    }

    /** Whether nothing can be decided because a decision waits for a second person. */
    private boolean isWithheld() {
        return waiting() != null && !kind.decidesWhileWaiting();
    }

    /** The decision on the shown item that waits for a second person; null if none does. */
    public Approvals.@Nullable Row waiting() {
        return item.known().map(known -> kind.row(known).approval()).orElse(null);
    }

    /** What can be decided without an item. */
    public List<Decision> listDecisions() {
        var blocked = sending().get()
                || !list.rows().state().get().isCurrent()
                || !workspace.operator().may(kind.permission());
        return blocked ? List.of() : list.decisions();
    }

    /** The screen became visible. */
    public void shown() {
        lease.shown();
        look();
    }

    /** Another screen is visible now. */
    public void hidden() {
        lease.hidden();
    }

    /** Renews the lease of the item that is shown. */
    public void renew() {
        lease.renew();
    }

    /** Reads the list again, and the item that is shown. */
    public void refresh() {
        list.rows().reload();
        item.reload();
        awaited.follow();
    }

    /** Shows the item as it is now, after it has changed or another operator worked on it, and takes its lease. */
    public void look() {
        notice.set(new Notice.None());
        refresh();
        lease.claim();
    }

    private void restart() {
        select(null);
        list.restart();
    }

    /** Shows an item; null for none. */
    public void select(@Nullable R row) {
        if (row != null && item.is(row.id())) {
            item.update(row);
            return;
        }
        lease.release();
        notice.set(new Notice.None());
        item.show(row);
        if (row != null) {
            lease.claim(row.id());
        }
    }

    /** Shows an item that is perhaps not in the list, such as one that was searched for, unless another one is chosen while it is read. */
    public void open(UUID id) {
        var before = selected().get();
        open(id, new Notice.None(), () -> before == null || selected().get() == null || item.is(before.id()));
    }

    private void open(UUID id, Notice said, BooleanSupplier awaited) {
        workspace
                .tasks()
                .run(
                        () -> kind.read(workspace.api(), id),
                        found -> {
                            var row = kind.row(found);
                            if (row instanceof WorkItem other && other.livemode() != workspace.livemode()) {
                                select(null);
                                notice.set(new Notice.Elsewhere(other.livemode()));
                            } else if (awaited.getAsBoolean()) {
                                select(row);
                                notice.set(
                                        said instanceof Notice.Success created
                                                ? created.about(kind.name(found))
                                                : said);
                            }
                        },
                        problem -> notice.set(new Notice.Problem("", problem, false)));
    }

    /** After the list was read: shows its first item when none is shown. */
    public void settle() {
        var rows = list.rows().rows();
        // What was asked for is not shown, and the message that says so stays.
        var elsewhere = notice.get() instanceof Notice.Elsewhere;
        if (selected().get() == null && !rows.isEmpty() && !elsewhere) {
            select(rows.getFirst());
        }
    }

    /** An item has changed, as an event of the service says. */
    public void changed(String type, UUID id, @Nullable Integer version) {
        awaited.follow(); // an answer that comes at once is told as a change of the object alone
        if (!type.equals(kind.eventType())) {
            if (type.equals(APPROVAL) && kind.decidesWhileWaiting()) {
                list.rows().reload(); // what was approved may have added or changed a line
            }
            if (type.equals(APPROVAL) && (selected().get() instanceof WorkItem || kind.decidesWhileWaiting())) {
                item.reload(); // it may wait for a second person now, or no longer
            }
            return;
        }
        // While a decision is sent the list is not read: it is read again with the answer.
        if (!sending().get()) {
            list.changed(id);
        }
        itemChanged(id, version);
    }

    /** @param version of the object now; null if it is not known or it has none */
    private void itemChanged(UUID id, @Nullable Integer version) {
        // After a lost answer the change is probably the operator's own decision, which can be confirmed again.
        var expected = sending().get() || item.rereading().get() || isOutcomeUnknown();
        var shown = item.known().filter(known -> kind.row(known).id().equals(id));
        if (expected || shown.isEmpty()) {
            return;
        }
        // Objects without a version have no version conflicts. The possible decisions can also change without a new
        // version, for example when the transfer of an approved payout begins. Where a decision waits for a second
        // person nothing is offered, and the message about it stays.
        if (version == null || isWithheld() || kind.decisions(shown.get()).isEmpty()) {
            item.load(id);
        } else if (version > kind.row(shown.get()).version()) {
            notice.set(new Notice.Changed());
        }
    }

    /** Items have changed, as an event of the service says: what is shown may be another one now. */
    public void listChanged(String type) {
        if (!type.equals(kind.eventType()) || sending().get()) {
            return;
        }
        list.changed();
        item.known().ifPresent(known -> {
            var row = kind.row(known);
            if (row.version() == 0 || isWithheld() || kind.decisions(known).isEmpty()) {
                itemChanged(row.id(), null);
            } else {
                item.ask(now -> itemChanged(row.id(), now.version()));
            }
        });
    }

    /**
     * Makes a decision.
     *
     * @param requestId of the operator's intention: a repetition after a lost answer has the same one
     */
    public void decide(Decision decision, Map<String, Object> given, UUID requestId) {
        var decided = selected().get();
        if (sending().get()) {
            return;
        }
        if (list.decides(decision)) {
            var object = kind.asked(decision, given);
            submission.send(
                    decision,
                    given,
                    requestId,
                    outcome -> decidedOnList(object, decision, outcome),
                    problem -> refusedOnList(object, problem));
        } else if (decided != null) {
            var object = item.named(decision.consequence().money(given, workspace.formats()));
            submission.send(
                    decision,
                    given,
                    requestId,
                    outcome -> decided(decided, object, decision, outcome),
                    problem -> refused(decided.id(), object, problem));
        }
    }

    /** Whether the answer to the last decision was lost. */
    boolean isOutcomeUnknown() {
        return notice.get() instanceof Notice.Problem problem && problem.unknown();
    }

    /** The operator turns to the next decision, so the report of the last one goes. */
    void begin() {
        if (notice.get().isReport()) {
            notice.set(new Notice.None());
        }
    }

    private void decided(R line, String object, Decision decision, Outcome outcome) {
        var shown = item.is(line.id()); // else the operator has turned to another item meanwhile
        switch (outcome) {
            case Outcome.Waiting waiting -> {
                if (shown) {
                    lease.release(); // so that the second person can work on it
                }
                item.expectChange();
                succeeded(new Notice.Waiting(object, waiting.approvalId(), waiting.change()));
                refresh();
            }
            case Outcome.Done done -> {
                var livemode = !(line instanceof WorkItem of) || of.livemode();
                var said = Notice.Success.of(object, decision, done).in(livemode, workspace.texts());
                if (shown) {
                    lease.ended();
                }
                if (decision.stays()) {
                    item.expectChange();
                    succeeded(said);
                    refresh();
                    lease.claim(line.id());
                } else {
                    var following = list.remove(line.id());
                    if (shown) {
                        select(following);
                    }
                    succeeded(said);
                    list.rows().reload();
                }
            }
        }
    }

    /** Shows what was created. */
    private void decidedOnList(String object, Decision decision, Outcome outcome) {
        refresh();
        switch (outcome) {
            case Outcome.Waiting waiting ->
                succeeded(new Notice.Waiting(object, waiting.approvalId(), waiting.change()));
            case Outcome.Done done -> {
                var said = Notice.Success.of(object, decision, done);
                if (done.data().path("id").isTextual()) {
                    open(UUID.fromString(done.data().path("id").textValue()), said, () -> true);
                } else {
                    succeeded(said);
                }
            }
        }
    }

    /** A success with the same words as the previous one is shown as a new one. */
    private void succeeded(Notice said) {
        notice.set(new Notice.None());
        notice.set(said);
    }

    private void refused(UUID id, String object, ApiProblem problem) {
        if (!item.is(id)) {
            refusedOnList(object, problem); // the operator has turned to another item meanwhile
            return;
        }
        list.rows().reload();
        switch (problem) {
            case NoAnswer _, Defect _ -> notice.set(new Notice.Problem(object, problem, true));
            case Refused refused -> {
                switch (refused.code()) {
                    case "VERSION_CONFLICT" -> notice.set(new Notice.Changed());
                    case "ALREADY_CLAIMED" -> lease.reportHolder(id);
                    default -> {
                        notice.set(new Notice.Problem(object, refused, false));
                        item.load(id);
                    }
                }
            }
        }
    }

    /** What a decision needs could not be read. */
    void unprepared(ApiProblem problem) {
        notice.set(new Notice.Problem("", problem, false));
    }

    private void refusedOnList(String object, ApiProblem problem) {
        list.rows().reload();
        notice.set(new Notice.Problem(object, problem, !(problem instanceof Refused)));
    }

    /** What can be taken back now; null for nothing. */
    public @Nullable Takeback undoable() {
        if (sending().get()) {
            return null;
        }
        return switch (notice.get()) {
            case Notice.Success success -> success.undo();
            case Notice.Waiting waiting when waiting.change() -> waiting.withdrawal();
            case Notice.None _,
                    Notice.Waiting _,
                    Notice.Answered _,
                    Notice.Changed _,
                    Notice.Claimed _,
                    Notice.Elsewhere _,
                    Notice.Problem _ -> null;
        };
    }

    /** Takes the last decision back. */
    public void undo() {
        var takeback = undoable();
        if (takeback == null) {
            return;
        }
        switch (notice.get()) {
            case Notice.Success success ->
                submission.send(
                        takeback.because(workspace.texts().get("queue.undo.note")),
                        outcome -> undone(success.object(), outcome),
                        problem -> refusedOnList(success.object(), problem));
            case Notice.Waiting waiting ->
                submission.send(
                        takeback,
                        _ -> tookBack(waiting.object(), "queue.answered.withdrawn"),
                        problem -> refusedOnList(waiting.object(), problem));
            case Notice.None _,
                    Notice.Answered _,
                    Notice.Changed _,
                    Notice.Claimed _,
                    Notice.Elsewhere _,
                    Notice.Problem _ -> {}
        }
    }

    /** The former values may need a second person, too. */
    private void undone(String object, Outcome outcome) {
        switch (outcome) {
            case Outcome.Done _ -> tookBack(object, "queue.undone");
            case Outcome.Waiting waiting -> {
                item.expectChange();
                succeeded(new Notice.Waiting(object, waiting.approvalId(), waiting.change()));
                refresh();
            }
        }
    }

    private void tookBack(String object, String key) {
        item.expectChange();
        notice.set(new Notice.Success(object, key, List.of(), null));
        refresh();
    }

    /** The last decision cannot be taken back any more. */
    public void endUndo() {
        if (notice.get() instanceof Notice.Success success && success.undo() != null) {
            notice.set(success.withoutUndo());
        }
    }
}
