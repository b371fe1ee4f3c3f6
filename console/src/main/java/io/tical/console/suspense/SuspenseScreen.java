package io.tical.console.suspense;

import io.tical.common.admin.UnallocatedFunds;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the unallocated funds. */
public final class SuspenseScreen {
    private SuspenseScreen() {}

    public static WorkScreen<UnallocatedFunds.Row, UnallocatedFunds.Detail> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new SuspenseKind(workspace), new Sheet<>(new SuspenseSheet(workspace)::sections));
    }
}
