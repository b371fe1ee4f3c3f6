package io.tical.console.approval;

import io.tical.common.admin.Approvals;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the approvals. */
public final class ApprovalScreen {
    private ApprovalScreen() {}

    public static WorkScreen<Approvals.Row, ApprovalItem> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new ApprovalKind(workspace), new Sheet<>(new ApprovalSheet(workspace)::sections));
    }
}
