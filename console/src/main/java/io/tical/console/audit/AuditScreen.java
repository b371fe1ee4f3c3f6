package io.tical.console.audit;

import io.tical.common.admin.AuditEntry;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the audit log. */
public final class AuditScreen {
    private AuditScreen() {}

    public static WorkScreen<AuditEntry, AuditEntry> of(Workspace workspace) {
        return new WorkScreen<>(workspace, new AuditKind(workspace), new Sheet<>(new AuditSheet(workspace)::sections));
    }
}
