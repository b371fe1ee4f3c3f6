package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.beans.property.ObjectProperty;

/** Keeps the message about a decision that waits for a second person true: it tells the answer when there is one. */
record AwaitedApproval(Workspace workspace, ObjectProperty<Notice> notice) {
    private static final String PATH = "/admin/v1/approvals/";

    /** Reads whether the second person has answered. */
    void follow() {
        if (notice.get() instanceof Notice.Waiting waiting) {
            workspace
                    .tasks()
                    .run(
                            () -> workspace.api().get(PATH + waiting.approval(), Approvals.Row.class),
                            approval -> answered(waiting, approval),
                            _ -> {}); // the next event asks again
        }
    }

    private void answered(Notice.Waiting waiting, Approvals.Row approval) {
        if (waiting.equals(notice.get()) && !List.of("pending", "approved").contains(approval.status())) {
            notice.set(new Notice.Answered(waiting.object(), approval));
        }
    }
}
