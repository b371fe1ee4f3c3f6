package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nobody leads payers to another account alone, or at once. */
class AccountChangeTest extends OperatedService {
    private static final String TREE = "/admin/v1/collection-accounts";
    private static final String THIEF =
            "{\"version\":%d,\"account_no\":\"6660000001\",\"holder_name\":\"Thief\",\"promptpay_id\":null,"
                    + "\"note\":\"a new account\"}";

    private OperatorClient admin;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_ACCOUNT_CHANGE_WAIT_SECONDS", "3600");
    }

    @BeforeAll
    void sit() {
        admin = service.operator(Operator.Role.ADMIN);
    }

    private com.fasterxml.jackson.databind.JsonNode account() {
        return finance.get(TREE)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("currency").asText().equals("THB"))
                .findFirst()
                .orElseThrow();
    }

    private String path() {
        return TREE + "/" + account().get("id").asText();
    }

    private Reply change() {
        return finance.patch(
                        path(),
                        String.format(
                                Locale.ROOT, THIEF, account().get("version").asLong()))
                .expect(202);
    }

    private static String approval(Reply asked) {
        return "/admin/v1/approvals/" + asked.expect(202).word("approval_id");
    }

    /** Lets the waiting time be over. */
    private void elapse(String approval) {
        service.asService(
                "approval",
                "UPDATE approval SET effective_at = now() - interval '1 second', due_at = now() WHERE approval_id = '"
                        + approval.substring(approval.lastIndexOf('/') + 1) + "'");
    }

    @Test
    void anApprovedChangeIsSeenAndWaitsAndCanBeStoppedByAnybody() {
        var before = account().get("account_no").asText();
        var asked = change();
        assertThat(asked.number("wait_seconds")).isEqualTo(3600);
        assertThat(asked.data().at("/before/account_no").asText()).isEqualTo(before);
        assertThat(asked.data().at("/after/account_no").asText()).isEqualTo("6660000001");
        finance.post(approval(asked) + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        assertThat(account().get("account_no").asText()).isEqualTo(before);

        var scheduled = colleague.post(approval(asked) + "/approve").expect(200);
        assertThat(scheduled.word("status")).isEqualTo("scheduled");
        colleague.post(approval(asked) + "/approve").expect(200);
        assertThat(account().get("account_no").asText()).isEqualTo(before);
        assertThat(account().at("/approval/status").asText()).isEqualTo("scheduled");
        assertThat(account().at("/approval/effective_at").asLong())
                .isEqualTo(scheduled.number("effective_at"))
                .isGreaterThan(System.currentTimeMillis() / 1000 + 3000);
        assertThat(admin.post(approval(asked) + "/refuse", "{\"note\":\"who is that?\"}")
                        .expect(200)
                        .word("status"))
                .isEqualTo("refused");
        assertThat(account().get("approval").isNull()).isTrue();

        var again = approval(change());
        colleague.post(again + "/approve").expect(200);
        assertThat(finance.post(again + "/withdraw").expect(200).word("status")).isEqualTo("withdrawn");
        elapse(again);
        assertThat(account().get("account_no").asText()).isEqualTo(before);
    }

    @Test
    void afterItsTimeAChangeIsInForceOnce() {
        var body =
                "{\"currency\":\"THB\",\"bank_code\":\"KBANK\",\"account_no\":\"7770000001\",\"holder_name\":\"Tical\","
                        + "\"note\":\"a second account\"}";
        var added = approval(finance.post(TREE, body));
        finance.post(TREE, body).expect(409, "APPROVAL_PENDING");
        colleague.post(added + "/approve").expect(200);
        assertThat(finance.get(TREE).expect(200).text()).doesNotContain("7770000001");
        finance.post(added + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        elapse(added);
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(finance.get(added).word("status")).isEqualTo("done"));
        assertThat(finance.get(TREE).expect(200).text()).containsOnlyOnce("7770000001");
        finance.post(added + "/withdraw").expect(409, "APPROVAL_STATUS_TRANSITION_INVALID");
        colleague.post(added + "/refuse").expect(409, "APPROVAL_STATUS_TRANSITION_INVALID");
    }

    @Test
    void anAccountIsTakenOutOfUseByOneAtOnceAlsoWhileAChangeWaits() {
        var body =
                "{\"currency\":\"USD\",\"bank_code\":\"CITIBANK\",\"account_no\":\"8880000001\",\"holder_name\":\"Tical\","
                        + "\"note\":\"dollars\"}";
        var added = approval(finance.post(TREE, body));
        colleague.post(added + "/approve").expect(200);
        elapse(added);
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(finance.get(added).word("status")).isEqualTo("done"));
        var account = finance.get(TREE)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("account_no").asText().equals("8880000001"))
                .findFirst()
                .orElseThrow();
        var path = TREE + "/" + account.get("id").asText();
        var weight = approval(finance.patch(path, "{\"version\":1,\"weight\":1,\"note\":\"less\"}"));
        assertThat(finance.get(weight).expect(200).number("wait_seconds")).isZero();
        finance.patch(path, "{\"version\":1,\"weight\":0}").expect(200);
        colleague.post(weight + "/approve").expect(409, "VERSION_CONFLICT");
        assertThat(finance.get(path).expect(200).number("weight")).isZero();
    }
}
