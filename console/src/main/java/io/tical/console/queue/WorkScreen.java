package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.part.RememberedDivider;
import io.tical.console.shell.Command;
import io.tical.console.shell.Screen;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Orientation;
import javafx.scene.Parent;
import javafx.scene.control.SplitPane;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/** The screen of a queue: the list at the left, the evidence at its right, the decisions at the bottom right. */
public final class WorkScreen<R extends Listed, D> implements Screen {
    /** A lease is renewed well before it ends after five minutes. */
    private static final Duration RENEWAL = Duration.minutes(4);

    /** How late an age may be. */
    private static final Duration AGEING = Duration.seconds(5);

    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final WorkModel<R, D> model;
    private final Evidence<D> evidence;
    private final ListPane<R> list;
    private final ItemPane<R, D> item;
    private final SplitPane root = new SplitPane();
    private final RememberedDivider divider;
    private final Timeline renewal;
    private final Timeline ageing;

    public WorkScreen(Workspace workspace, WorkKind<R, D> kind, Evidence<D> evidence) {
        this.workspace = workspace;
        this.kind = kind;
        this.evidence = evidence;
        this.model = new WorkModel<>(workspace, kind, evidence::prepare);
        this.list = new ListPane<>(workspace, kind, model, this::choose, this::resetLayout);
        this.item = new ItemPane<>(workspace, model, evidence, list.table()::requestFocus);
        this.renewal = new Timeline(new KeyFrame(RENEWAL, _ -> model.renew()));
        renewal.setCycleCount(Animation.INDEFINITE);
        this.ageing = new Timeline(new KeyFrame(AGEING, _ -> list.age()));
        ageing.setCycleCount(Animation.INDEFINITE);
        root.getItems().setAll(list, item);
        root.setOrientation(Orientation.HORIZONTAL);
        divider = new RememberedDivider(root, workspace.store(), "layout." + kind.key() + ".list", kind.listPart());
        SplitPane.setResizableWithParent(list, false);
        // The table is in the window later than the screen.
        list.table().sceneProperty().subscribe(scene -> {
            if (scene != null) {
                workspace.tasks().ui().execute(this::focus);
            }
        });
    }

    /** Opens the confirmation of a decision. */
    public void choose(Decision decision) {
        if (kind.prepares(decision)) {
            workspace
                    .tasks()
                    .run(() -> kind.prepared(workspace.api(), decision), item.decisions()::choose, model::unprepared);
        } else {
            item.decisions().choose(decision);
        }
    }

    /** Whether nothing else can be begun: a decision is open or on its way. */
    public boolean isBusy() {
        return item.decisions().isOpen() || model.sending().get();
    }

    private void resetLayout() {
        divider.reset();
        evidence.resetLayout();
    }

    /** What can be decided without an item may have changed. */
    public void offer() {
        list.offer();
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        model.shown();
        list.age();
        list.readNarrowings();
        renewal.play();
        ageing.play();
    }

    @Override
    public void focus() {
        if (item.decisions().isOpen()) {
            item.decisions().focus();
        } else {
            list.table().requestFocus();
        }
    }

    @Override
    public void hidden() {
        renewal.stop();
        ageing.stop();
        model.hidden();
    }

    @Override
    public void refresh() {
        switch (model.notice().get()) {
            case Notice.Changed _, Notice.Claimed _ -> model.look();
            case Notice.None _,
                    Notice.Success _,
                    Notice.Waiting _,
                    Notice.Answered _,
                    Notice.Problem _,
                    Notice.Elsewhere _ -> model.refresh();
        }
    }

    @Override
    public void changed(String type, UUID id, @Nullable Integer version) {
        model.changed(type, id, version);
    }

    @Override
    public void listChanged(String type) {
        model.listChanged(type);
    }

    @Override
    public void showQueue(String queue) {
        list.showQueue(queue);
    }

    @Override
    public void open(UUID id) {
        model.open(id);
    }

    @Override
    public List<Command> commands() {
        var commands = new ArrayList<Command>();
        var deciding = item.decisions().isOpen();
        if (!deciding) {
            Stream.concat(item.decisions().offered().stream(), list.offered().stream())
                    .map(decision -> Command.of(decision.shortcut().getName(), decision.key(), () -> choose(decision)))
                    .forEach(commands::add);
        }
        commands.addAll(item.commands(deciding || list.isSearching()));
        commands.addAll(list.commands());
        return commands;
    }
}
