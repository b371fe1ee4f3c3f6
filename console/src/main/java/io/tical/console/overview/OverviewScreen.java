package io.tical.console.overview;

import io.tical.common.admin.Overview;
import io.tical.console.part.Banner;
import io.tical.console.shell.OverviewListener;
import io.tical.console.shell.Screen;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.TilePane;
import javafx.scene.layout.VBox;

/** What waits in each queue, and for how long. */
public final class OverviewScreen implements Screen, OverviewListener {
    private final Workspace workspace;
    private final Loader<Overview> loader;
    private final Banner banner;
    private final TilePane cards = new TilePane(16, 16);
    private final ScrollPane root;

    public OverviewScreen(Workspace workspace) {
        this.workspace = workspace;
        this.loader = new Loader<>(workspace.tasks(), workspace.clock());
        this.banner = new Banner(workspace.texts());
        var title = new Label(workspace.texts().get("overview.title"));
        title.getStyleClass().add("screen-title");
        cards.setPrefTileWidth(232);
        var content = new VBox(16, title, banner, cards);
        content.getStyleClass().add("page");
        root = new ScrollPane(content);
        root.setFitToWidth(true);
        loader.state().subscribe(this::show);
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        refresh();
    }

    @Override
    public void refresh() {
        loader.load(() -> workspace.api().get("/admin/v1/overview", Overview.class));
    }

    @Override
    public void queues(Overview overview) {
        loader.show(overview);
    }

    private void show(LoadState<Overview> state) {
        var texts = workspace.texts();
        state.shown()
                .ifPresent(overview -> cards.getChildren()
                        .setAll(overview.queues().stream().map(this::card).toList()));
        switch (state) {
            case LoadState.Loading<Overview> _, LoadState.Ready<Overview> _ -> banner.hide();
            case LoadState.Stale<Overview> stale ->
                banner.problem(
                        texts.get(
                                        "common.stale",
                                        workspace.formats().clock(stale.since().getEpochSecond())) + " ",
                        stale.why(),
                        this::refresh);
            case LoadState.Failed<Overview> failed -> banner.problem("", failed.why(), this::refresh);
        }
    }

    private Node card(Overview.Queue queue) {
        var texts = workspace.texts();
        var name = new Label(texts.word("overview.queue", queue.queue()));
        name.getStyleClass().add("quiet");
        var count = new Label(queue.count() + (queue.more() ? "+" : ""));
        count.getStyleClass().add("figure");
        var oldest = queue.oldestAt();
        var age = new Label(
                oldest == null
                        ? texts.get("overview.empty")
                        : texts.get("overview.oldest", workspace.formats().age(oldest, workspace.now())));
        age.getStyleClass().addAll("quiet", "small");
        var card = new VBox(4, name, count, age);
        if (queue.claimed() > 0) {
            var claimed = new Label(texts.get("overview.claimed", queue.claimed()));
            claimed.getStyleClass().addAll("quiet", "small");
            card.getChildren().add(claimed);
        }
        card.setId("queue-" + queue.queue());
        card.getStyleClass().addAll("panel", "card");
        return card;
    }
}
