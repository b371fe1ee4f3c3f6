package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.part.Banner;
import io.tical.console.part.Problems;
import io.tical.console.shell.Command;
import io.tical.console.work.LoadState;
import io.tical.console.work.LoadState.Failed;
import io.tical.console.work.LoadState.Loading;
import io.tical.console.work.LoadState.Ready;
import io.tical.console.work.LoadState.Stale;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.animation.PauseTransition;
import javafx.beans.binding.BooleanBinding;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

/** The item of a queue that is shown: its evidence, what can be decided on it below, and the result of the last decision above. */
final class ItemPane<R extends Listed, D> extends BorderPane {
    /** The part of the height that a decision takes at most: the item stays in view. */
    private static final double DECISION_PART = 0.7;

    /** How long a decision can be undone. */
    private static final Duration UNDO_TIME = Duration.seconds(15);

    private final Workspace workspace;
    private final WorkModel<R, D> model;
    private final Evidence<D> evidence;
    private final Banner banner;
    private final DecisionPane decisions;
    private final Runnable closed;
    private final WaitingDecision waiting;
    private final Label hint = new Label();
    /** Kept, because a binding that nobody refers to is collected. */
    private final BooleanBinding busy;

    private final PauseTransition undoTime = new PauseTransition(UNDO_TIME);

    /** @param closed runs when a confirmation was left, whose fields had the focus */
    ItemPane(Workspace workspace, WorkModel<R, D> model, Evidence<D> evidence, Runnable closed) {
        this.workspace = workspace;
        this.model = model;
        this.evidence = evidence;
        this.banner = new Banner(workspace.texts());
        this.decisions = new DecisionPane(workspace.formats(), model::decide, model::begin, this::left);
        this.closed = closed;
        this.waiting = new WaitingDecision(workspace);
        undoTime.setOnFinished(_ -> model.endUndo());
        hint.getStyleClass().add("quiet");
        getStyleClass().add("item");
        setCenter(new StackPane(evidence.node(), hint));
        setTop(banner);
        setBottom(new VBox(waiting, decisions));
        decisions.maxHeightProperty().bind(heightProperty().multiply(DECISION_PART));

        model.selected().subscribe((before, now) -> {
            explainNothing();
            if (before != null && (now == null || !now.id().equals(before.id()))) {
                decisions.offer(List.of()); // a decision on its way is of the item before
            }
            if (now != null && (before == null || !now.id().equals(before.id()))) {
                evidence.top();
            }
        });
        model.detail().subscribe(this::show);
        model.notice().subscribe(this::leaveWhenDone);
        model.notice().subscribe(notice -> {
            if (notice instanceof Notice.Problem problem) {
                decisions.refused(problem.why());
            }
        });
        model.notice().subscribe(this::tell);
        busy = model.sending().or(model.rereading());
        busy.subscribe(decisions::waitFor);
        model.sending().subscribe(_ -> offer());
        model.list().rows().state().subscribe(_ -> {
            explainNothing();
            offer();
        });
    }

    DecisionPane decisions() {
        return decisions;
    }

    /**
     * The keys that work on the item, besides those of its decisions.
     *
     * @param typing whether a field has the focus, in which the keys take back what was typed
     */
    List<Command> commands(boolean typing) {
        var commands = new ArrayList<Command>();
        if (waiting.isShown()) {
            commands.add(Command.of("O", "queue.approval.open", waiting::open));
        }
        if (model.undoable() != null && !typing) {
            var key = model.notice().get() instanceof Notice.Waiting ? "queue.withdraw" : "common.undo";
            commands.add(Command.of("Shortcut+Z", key, model::undo));
        }
        commands.addAll(evidence.commands());
        commands.add(Command.of("SPACE", "queue.scroll", () -> evidence.scroll(1)));
        commands.add(Command.of("Shift+SPACE", "queue.scroll-back", () -> evidence.scroll(-1)));
        return commands;
    }

    /**
     * While a decision is sent its confirmation stays. If the answer is lost, it sends the same request again, whatever the item looks
     * like now, until the operator leaves it.
     */
    private void offer() {
        var repeats = decisions.isOpen() && model.isOutcomeUnknown();
        if (!model.sending().get() && !repeats) {
            decisions.offer(model.decisions());
        }
    }

    private void left() {
        closed.run();
        if (!decisions.isOpen()) {
            offer();
        }
    }

    private void show(LoadState<D> state) {
        explainNothing();
        evidence.node().setVisible(state.shown().isPresent());
        switch (state) {
            case Loading<D> _ -> evidence.clear();
            case Ready<D> ready -> evidence.show(ready.value());
            case Stale<D> stale -> {
                var since = workspace.formats().clock(stale.since().getEpochSecond());
                banner.problem(workspace.texts().get("common.stale", since) + " ", stale.why(), model::refresh);
            }
            case Failed<D> failed -> banner.problem("", failed.why(), model::refresh);
        }
        if (state instanceof Ready<D>) {
            tell(model.notice().get());
        }
        waiting.show(model.waiting());
        offer();
    }

    /** Tells why no item is shown. */
    private void explainNothing() {
        var rows = model.list().rows();
        var loading = model.selected().get() == null
                ? rows.state().get() instanceof Loading<Integer>
                : model.detail().get() instanceof Loading<D>;
        // The list shows why it could not be read, so it is unknown whether items are waiting.
        var failed = model.detail().get() instanceof Failed<D> || rows.state().get() instanceof Failed<Integer>;
        var key = loading ? "common.loading" : rows.rows().isEmpty() ? "queue.nothing" : "queue.choose";
        hint.setText(workspace.texts().get(key));
        hint.setVisible(model.detail().get().shown().isEmpty() && !failed);
    }

    /** Closes the confirmation of a decision that was made, even if the item stays shown. */
    private void leaveWhenDone(Notice notice) {
        if (notice.isReport()) {
            decisions.cancel();
            undoTime.playFromStart();
        }
    }

    private void tell(Notice notice) {
        var texts = workspace.texts();
        switch (notice) {
            case Notice.None _ -> banner.hide();
            case Notice.Success success -> {
                var sentence = about(
                        success.object(),
                        texts.get(success.key(), success.values().toArray()));
                if (success.undo() == null) {
                    banner.success(sentence);
                } else {
                    banner.success(sentence, model::undo);
                }
            }
            case Notice.Waiting waits
            when waits.change() ->
                banner.waiting(about(waits.object(), texts.get("queue.waiting.change")), model::undo);
            case Notice.Waiting waits -> banner.waiting(about(waits.object(), texts.get("queue.waiting")));
            case Notice.Answered answered when answered.isDone() -> banner.success(answered(answered));
            case Notice.Answered answered when !answered.isFinal() -> banner.waiting(answered(answered));
            case Notice.Answered answered -> banner.warning(answered(answered), null);
            case Notice.Changed _ -> banner.warning(about(model.named(), texts.get("queue.changed")), model::look);
            case Notice.Claimed claimed -> banner.warning(about(model.named(), claimed(claimed)), model::look);
            case Notice.Elsewhere elsewhere ->
                banner.warning(texts.get(elsewhere.livemode() ? "queue.elsewhere.live" : "queue.elsewhere.test"), null);
            case Notice.Problem problem ->
                banner.refusal(
                        about(problem.object(), problem.unknown() ? texts.get("queue.unknown-outcome") + " " : ""),
                        problem.why(),
                        workspace.formats());
        }
        offer();
    }

    /** A sentence with what it is about. */
    private String about(String object, String sentence) {
        return object.isEmpty() ? sentence : workspace.texts().get("queue.about", object, sentence);
    }

    private String answered(Notice.Answered answered) {
        var approval = answered.approval();
        return about(
                answered.object(),
                workspace
                        .texts()
                        .get(
                                "queue.answered." + approval.status(),
                                Objects.requireNonNullElse(approval.checker(), approval.maker()),
                                Objects.requireNonNullElse(Problems.failure(workspace.texts(), approval), ""),
                                approval.effectiveAt() == null
                                        ? ""
                                        : workspace.formats().time(approval.effectiveAt())));
    }

    private String claimed(Notice.Claimed claimed) {
        var by = claimed.by();
        var until = claimed.until();
        return by.isEmpty() || until == null
                ? workspace.texts().get("queue.claimed")
                : workspace
                        .texts()
                        .get("queue.claimed-by", by, workspace.formats().clock(until));
    }
}
