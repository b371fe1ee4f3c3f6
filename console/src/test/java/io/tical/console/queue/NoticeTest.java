package io.tical.console.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tical.common.Ids;
import io.tical.common.admin.Approvals;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The message about a decision that waits for a second person follows its approval, in whatever order it is read. */
class NoticeTest {
    private static final UUID ID = Ids.next();
    private static final Notice WAITING = new Notice.Waiting("order-1", ID, false);

    private static Approvals.Row read(UUID id, String status) {
        return new Approvals.Row(
                id,
                status,
                "slip",
                Ids.next(),
                null,
                "",
                true,
                "/admin/v1/slips/{id}/accept",
                JsonNodeFactory.instance.objectNode(),
                null,
                null,
                List.of(),
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                "maker",
                null,
                "checker",
                null,
                null,
                null,
                0,
                0,
                "money");
    }

    private static Notice answered(Approvals.Row approval) {
        return new Notice.Answered("order-1", approval);
    }

    @Test
    void whatWasCarriedOutIsToldWhateverWasReadMeanwhile() {
        var approved = read(ID, "approved");
        var done = read(ID, "done");
        assertThat(WAITING.after(approved).after(done)).isEqualTo(answered(done));
        assertThat(WAITING.after(done).after(approved)).isEqualTo(answered(done));
    }

    @Test
    void anAnswerThatIsPendingOrOfAnotherApprovalChangesNothing() {
        assertThat(WAITING.after(read(ID, "pending"))).isEqualTo(WAITING);
        assertThat(WAITING.after(read(Ids.next(), "done"))).isEqualTo(WAITING);
        assertThat(new Notice.None().after(read(ID, "done"))).isEqualTo(new Notice.None());
    }
}
