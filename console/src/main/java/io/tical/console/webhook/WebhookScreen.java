package io.tical.console.webhook;

import io.tical.common.admin.Deliveries;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the callbacks. */
public final class WebhookScreen {
    private WebhookScreen() {}

    public static WorkScreen<Deliveries.Row, WebhookItem> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new WebhookKind(workspace), new Sheet<>(new WebhookSheet(workspace)::sections));
    }
}
