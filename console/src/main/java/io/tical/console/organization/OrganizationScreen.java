package io.tical.console.organization;

import io.tical.common.admin.Organizations;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the organizations. */
public final class OrganizationScreen {
    private OrganizationScreen() {}

    public static WorkScreen<Organizations.Row, OrganizationItem> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new OrganizationKind(workspace), new Sheet<>(new OrganizationSheet(workspace)::sections));
    }
}
