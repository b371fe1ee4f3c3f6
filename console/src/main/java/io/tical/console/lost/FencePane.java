package io.tical.console.lost;

import io.tical.common.admin.LostCases.Concerned;
import io.tical.common.admin.LostCases.Fence;
import io.tical.common.admin.LostCases.Log;
import io.tical.common.admin.LostCases.Picture;
import io.tical.common.admin.LostCases.Sum;
import io.tical.console.part.Banner;
import io.tical.console.part.Chips;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import io.tical.console.work.LoadState;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Whether anything may leave, what was lost from when to when, and the logs. */
final class FencePane extends VBox {
    /** Merchants that are named. */
    private static final int NAMED_MAX = 5;

    private final Workspace workspace;
    private final Banner banner;
    private final VBox pictures = new VBox(8);
    private final ToggleButton showsLogs = new ToggleButton();
    private final VBox logs = new VBox(6);

    FencePane(Workspace workspace) {
        super(8);
        this.workspace = workspace;
        this.banner = new Banner(workspace.texts());
        setId("fence");
        getStyleClass().add("page");
        setMinHeight(USE_PREF_SIZE);
        showsLogs.setId("fence-logs");
        logs.visibleProperty().bind(showsLogs.selectedProperty());
        logs.managedProperty().bind(showsLogs.selectedProperty());
        getChildren().addAll(banner, pictures, showsLogs, logs);
    }

    void show(LoadState<Fence> state) {
        switch (state) {
            case LoadState.Loading<Fence> _ -> banner.hide();
            case LoadState.Failed<Fence> failed -> banner.problem("", failed.why(), null);
            case LoadState.Stale<Fence> stale -> banner.problem("", stale.why(), null);
            case LoadState.Ready<Fence> ready -> showState(ready.value());
        }
        state.shown().ifPresent(this::showContent);
    }

    private void showState(Fence fence) {
        var texts = workspace.texts();
        if (fence.open()) {
            banner.success(texts.get("lost.fence.open"));
        } else {
            var since = fence.since();
            var reason = texts.word("lost.fence.reason", String.valueOf(fence.reason()));
            banner.danger(
                    since == null
                            ? reason
                            : texts.get("lost.fence.closed", workspace.formats().time(since)) + " " + reason);
        }
    }

    private void showContent(Fence fence) {
        pictures.getChildren()
                .setAll(fence.pictures().stream()
                        .filter(picture -> picture.livemode() == workspace.livemode())
                        .map(this::picture)
                        .toList());
        var blocks = fence.logs().stream().anyMatch(Log::blocks);
        showsLogs.setText(workspace.texts().get("lost.logs", fence.logs().size()));
        if (blocks && logs.getChildren().isEmpty()) {
            showsLogs.setSelected(true);
        }
        logs.getChildren().setAll(fence.logs().stream().map(this::log).toList());
    }

    private Node picture(Picture picture) {
        var texts = workspace.texts();
        var formats = workspace.formats();
        var title = new Wrapped(texts.get("lost.picture", formats.time(picture.from()), formats.time(picture.until())));
        title.getStyleClass().add("section-title");
        var sums = new FlowPane(24, 4);
        picture.sums().forEach(sum -> sums.getChildren().add(sum(sum)));
        var merchants = new Wrapped(merchants(picture.organizations()));
        merchants.getStyleClass().add("quiet");
        var box = new VBox(6, title, sums, merchants);
        box.setId("picture");
        return box;
    }

    private Node sum(Sum sum) {
        var texts = workspace.texts();
        var words = new Label(texts.get(
                "lost.sum." + sum.kind(), sum.count(), workspace.formats().money(sum.amount(), sum.currency())));
        var line = new HBox(8, Chips.status(texts, sum.status()), words);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /** The merchants with most open cases, and how many others there are. */
    private String merchants(List<Concerned> organizations) {
        var texts = workspace.texts();
        var named = organizations.stream()
                .limit(NAMED_MAX)
                .map(one -> texts.get(
                        "lost.merchant",
                        one.name() == null ? Formats.shortened(one.id()) : one.name(),
                        one.open(),
                        one.cases()))
                .collect(Collectors.joining(" · "));
        return organizations.size() > NAMED_MAX
                ? named + " · " + texts.get("lost.merchants.more", organizations.size() - NAMED_MAX)
                : named;
    }

    private Node log(Log log) {
        var texts = workspace.texts();
        var words = new Wrapped(texts.get(
                "lost.log.words",
                Formats.shortened(log.id()),
                workspace.formats().time(log.seenAt()),
                log.records()));
        HBox.setHgrow(words, Priority.ALWAYS);
        var line = new HBox(8, Chips.status(texts, log.status()));
        line.setAlignment(Pos.CENTER_LEFT);
        if (log.held()) {
            line.getChildren().add(new Label(texts.get("lost.log.held")));
        }
        if (log.blocks()) {
            line.getChildren().add(Chips.warning(texts.get("lost.log.blocks")));
        }
        if (log.approval() != null) {
            line.getChildren().add(Chips.warning(texts.get("lost.log.waits")));
        }
        line.getChildren().add(words);
        return log.note() == null ? line : new VBox(2, line, note(log.note()));
    }

    private static Node note(String words) {
        var note = new Wrapped(words);
        note.getStyleClass().addAll("quiet", "small");
        return note;
    }
}
