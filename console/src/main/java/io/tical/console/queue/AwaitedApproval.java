package io.tical.console.queue;

import io.tical.common.admin.Approvals;
import io.tical.console.work.Workspace;
import java.time.Duration;
import java.util.UUID;
import javafx.beans.property.ObjectProperty;

/** Keeps the message about a decision that waits for a second person true: it tells the answer when there is one. */
record AwaitedApproval(Workspace workspace, ObjectProperty<Notice> notice) {
    private static final String PATH = "/admin/v1/approvals/";

    /** An approved decision is carried out at once, unless its node dies. */
    private static final Duration EXECUTION = Duration.ofSeconds(1);

    /** Reads whether the second person has answered, and whether what was approved was carried out. */
    void follow() {
        switch (notice.get()) {
            case Notice.Waiting waiting -> read(waiting.approval(), Duration.ZERO);
            case Notice.Answered answered
            when !answered.isFinal() -> read(answered.approval().id(), Duration.ZERO);
            case Notice.Answered _,
                    Notice.None _,
                    Notice.Success _,
                    Notice.Changed _,
                    Notice.Claimed _,
                    Notice.Elsewhere _,
                    Notice.Problem _ -> {}
        }
    }

    private void read(UUID id, Duration after) {
        workspace
                .tasks()
                .run(
                        () -> {
                            Thread.sleep(after);
                            return workspace.api().get(PATH + id, Approvals.Row.class);
                        },
                        this::answered,
                        _ -> {}); // the next event asks again
    }

    private void answered(Approvals.Row approval) {
        var told = notice.get().after(approval);
        notice.set(told);
        if (told instanceof Notice.Answered answered
                && answered.approval().id().equals(approval.id())
                && answered.approval().status().equals("approved")) {
            read(approval.id(), EXECUTION); // no event tells when it was carried out
        }
    }
}
