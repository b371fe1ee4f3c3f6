package io.tical.console.slip;

import io.tical.common.admin.Slips;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the slips. */
public final class SlipScreen {
    private SlipScreen() {}

    public static WorkScreen<Slips.Row, Slips.Detail> of(Workspace workspace) {
        var pictures = new Pictures(workspace.api());
        return new WorkScreen<>(workspace, new SlipKind(workspace, pictures), new SlipEvidence(workspace, pictures));
    }
}
