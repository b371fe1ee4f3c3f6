package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.console.work.Workspace;
import java.util.UUID;
import javafx.beans.property.ObjectProperty;

/** Keeps the message about a decision that waits for a second person true: it tells the answer when there is one. */
record AwaitedApproval(Workspace workspace, ObjectProperty<Notice> notice) {
    private static final String PATH = "/admin/v1/approvals/";

    /** Reads whether the second person has answered, and whether what was approved was carried out. */
    void follow() {
        switch (notice.get()) {
            case Notice.Waiting waiting -> read(waiting.approval());
            case Notice.Answered answered
            when !answered.isFinal() -> read(answered.approval().id());
            case Notice.Answered _,
                    Notice.None _,
                    Notice.Success _,
                    Notice.Changed _,
                    Notice.Claimed _,
                    Notice.Elsewhere _,
                    Notice.Problem _ -> {}
        }
    }

    private void read(UUID id) {
        workspace
                .tasks()
                .run(
                        () -> workspace.api().get(PATH + id, Approvals.Row.class),
                        approval -> notice.set(notice.get().after(approval)),
                        _ -> {}); // the next event asks again
    }
}
