package io.tical.console.twostep;

import io.tical.console.part.Wrapped;
import io.tical.console.work.Workspace;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What an operator sees instead of the console, whose role requires two-step sign-in, until it is set up. */
public final class RequiredTwoStep {
    /** As wide as the pane. */
    private static final double WIDTH = 400;

    private final TwoStepPane pane;
    private final VBox root;

    /** @param done runs when the operator closes the pane, whether two-step sign-in is on or not */
    public RequiredTwoStep(Workspace workspace, Runnable done) {
        pane = new TwoStepPane(workspace, done);
        var why = new Wrapped(workspace.texts().get("two-step.required"));
        why.setId("two-step-required");
        why.setMinHeight(Region.USE_PREF_SIZE);
        why.setMaxWidth(WIDTH);
        root = new VBox(24, why, pane.root());
        root.getStyleClass().add("sign-in");
        root.setAlignment(Pos.CENTER);
    }

    public Parent root() {
        return root;
    }

    /** Whether it has to stay although the session has ended, because recovery codes would be lost. */
    public boolean outlivesSession(Runnable leave) {
        return pane.outlivesSession(leave);
    }
}
