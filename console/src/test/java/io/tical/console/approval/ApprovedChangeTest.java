package io.tical.console.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/** A change that waits after its approval is not said to be made. */
class ApprovedChangeTest {
    private static final String ACCOUNTS = "/admin/v1/collection-accounts";

    @Test
    void anApprovedChangeThatWaitsIsToldAsWaiting() throws Exception {
        try (var service = TestService.start(Map.of("TICAL_ACCOUNT_CHANGE_WAIT_SECONDS", "3600"))) {
            var finance = service.operator(Operator.Role.FINANCE);
            var account = finance.get(ACCOUNTS).expect(200).data().get(0);
            var asked = finance.patch(
                            ACCOUNTS + "/" + account.get("id").asText(),
                            String.format(
                                    Locale.ROOT,
                                    "{\"version\":%d,\"account_no\":\"6660000001\",\"note\":\"a new account\"}",
                                    account.get("version").asLong()))
                    .expect(202)
                    .word("approval_id");
            var colleague = service.operator(Operator.Role.ADMIN);
            var port = service.tical().ports().admin();
            try (var console = OpenConsole.as(colleague, port, "approvals", Map.of())) {
                console.await(() -> console.canPress("#decision-approvals-approve"));
                console.push(KeyCode.A);
                assertThat(console.text("#consequence")).contains("It is in force after 60 minutes");
                console.click("#confirm");
                console.await(() -> console.shows("Approved. It takes effect when its waiting time is over"));
                console.picture("approvals-scheduled-light");
                assertThat(console.shows("carried out")).isFalse();
                assertThat(colleague
                                .get("/admin/v1/approvals/" + asked)
                                .expect(200)
                                .word("status"))
                        .isEqualTo("scheduled");
            }
        }
    }
}
