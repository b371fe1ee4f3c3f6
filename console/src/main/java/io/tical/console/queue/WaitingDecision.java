package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.console.part.ObjectLink.Opening;
import io.tical.console.part.RequestedDecision;
import io.tical.console.part.Wrapped;
import io.tical.console.work.Workspace;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Who asked for what on an item that waits for a second person, instead of the decisions. Hidden otherwise. */
final class WaitingDecision extends HBox {
    private final Workspace workspace;
    private final Wrapped asked = new Wrapped("");
    private final Wrapped next = new Wrapped("");
    private Approvals.@Nullable Row waiting;

    WaitingDecision(Workspace workspace) {
        super(12);
        this.workspace = workspace;
        var texts = workspace.texts();
        asked.getStyleClass().add("strong");
        next.getStyleClass().add("quiet");
        var words = new VBox(4, asked, next);
        HBox.setHgrow(words, Priority.ALWAYS);
        var open = new Button(texts.get("queue.approval.open") + "  O");
        open.setId("open-approval");
        open.setMinWidth(USE_PREF_SIZE);
        open.setOnAction(_ -> open());
        setId("waiting-decision");
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("decision-bar");
        getChildren().addAll(new FontIcon(Feather.PAUSE), words, open);
        show(null);
    }

    void show(Approvals.@Nullable Row approval) {
        waiting = approval;
        setVisible(approval != null);
        setManaged(approval != null);
        if (approval == null) {
            return;
        }
        var texts = workspace.texts();
        var formats = workspace.formats();
        var own = approval.isOf(workspace.operator().username());
        asked.setText(texts.get(
                own ? "queue.approval.own" : "queue.approval.other",
                approval.maker(),
                formats.time(approval.createdAt()),
                RequestedDecision.words(texts, approval),
                RequestedDecision.what(formats, approval)));
        next.setText(approval.isChange() ? nextOfChange(approval, own) : next(own));
    }

    private String nextOfChange(Approvals.Row approval, boolean own) {
        var at = approval.effectiveAt();
        if (at != null) {
            return workspace
                    .texts()
                    .get(
                            own ? "queue.change.scheduled.own" : "queue.change.scheduled",
                            Objects.requireNonNullElse(approval.checker(), ""),
                            workspace.formats().time(at));
        }
        return workspace.texts().get(own ? "queue.change.own" : "queue.change.other");
    }

    private String next(boolean own) {
        return workspace
                .texts()
                .get(
                        own
                                ? "queue.approval.own.next"
                                : workspace.operator().may("money")
                                        ? "queue.approval.other.next"
                                        : "queue.approval.reader.next");
    }

    /** Whether a decision waits. */
    boolean isShown() {
        return waiting != null;
    }

    /** Shows the approval at its place. */
    void open() {
        if (waiting != null) {
            fireEvent(new Opening("approval", waiting.id()));
        }
    }
}
