package io.tical.console.lost;

import io.tical.common.admin.LostCases.Fence;
import io.tical.common.admin.LostCases.Row;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.shell.Command;
import io.tical.console.shell.Screen;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.UUID;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.scene.Parent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/** What was lost: the picture of it, whether anything may leave, and the queue of the cases. */
public final class LostScreen implements Screen {
    private static final Duration LOOKING = Duration.seconds(5);

    private final Workspace workspace;
    private final Loader<Fence> fence;
    private final WorkScreen<Row, Row> work;
    private final VBox root;
    private final Timeline looking;

    public LostScreen(Workspace workspace) {
        this.workspace = workspace;
        this.fence = new Loader<>(workspace.tasks(), workspace.clock());
        this.work = new WorkScreen<>(
                workspace,
                new LostKind(workspace, () -> fence.state().get().shown().orElse(null)),
                new Sheet<>(new LostSheet(workspace)::sections));
        var pane = new FencePane(workspace);
        this.root = new VBox(pane, work.root());
        VBox.setVgrow(work.root(), Priority.ALWAYS);
        this.looking = new Timeline(new KeyFrame(LOOKING, _ -> look()));
        looking.setCycleCount(Animation.INDEFINITE);
        fence.state().subscribe(state -> {
            pane.show(state);
            work.offer();
        });
    }

    private void look() {
        fence.load(() -> workspace.api().get("/admin/v1/fence", Fence.class));
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        look();
        looking.play();
        work.shown();
    }

    @Override
    public void focus() {
        work.focus();
    }

    @Override
    public void hidden() {
        looking.stop();
        work.hidden();
    }

    @Override
    public void refresh() {
        look();
        work.refresh();
    }

    @Override
    public void changed(String type, UUID id, @Nullable Integer version) {
        if (type.equals("lost_case")) {
            look();
        }
        work.changed(type, id, version);
    }

    @Override
    public void showQueue(String queue) {
        work.showQueue(queue);
    }

    @Override
    public void open(UUID id) {
        work.open(id);
    }

    @Override
    public List<Command> commands() {
        return work.commands();
    }
}
