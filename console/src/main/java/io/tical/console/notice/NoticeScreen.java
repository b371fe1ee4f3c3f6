package io.tical.console.notice;

import io.tical.common.admin.ControlNotice;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the changes of controls. */
public final class NoticeScreen {
    private NoticeScreen() {}

    public static WorkScreen<ControlNotice, ControlNotice> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new NoticeKind(workspace), new Sheet<>(new NoticeSheet(workspace)::sections));
    }
}
