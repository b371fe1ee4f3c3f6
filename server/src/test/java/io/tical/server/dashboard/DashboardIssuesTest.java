package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Issue tickets as merchants' users open, read and cancel them. */
class DashboardIssuesTest extends AuditedService {
    private static final String ISSUES = "/api/issues?environment=test";

    private Merchant merchant;
    private DashboardClient owner;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        merchant = service.merchant().funded("THB", 1_000_000);
        owner = service.owner(merchant);
    }

    private static String body(String requestId) {
        return """
            {"environment":"test","request_id":"%s","issue_type":"payout","issue_sub_type":"not_received",
             "description":" The payee waits. "}\
            """.formatted(requestId);
    }

    @Test
    void aUserOpensReadsAndCancelsATicketAboutATransaction() {
        var payout = merchant.payout("late-1", 10_000).expect(201).word("id");
        var opened = owner.post("/api/issues", body(payout)).expect(201);
        assertThat(opened.word("status")).isEqualTo("open");
        assertThat(opened.word("transaction_id")).isEqualTo(payout);
        assertThat(opened.word("description")).isEqualTo("The payee waits.");
        var id = opened.word("id");
        owner.post("/api/issues", body(payout)).expect(409, "RESOURCE_EXISTS");

        // The API and the dashboard show the same tickets.
        assertThat(merchant.get("/v1/issues/" + payout).expect(200).word("id")).isEqualTo(id);
        var viewer = service.viewer(merchant);
        assertThat(viewer.all(ISSUES + "&transaction_id=" + payout)).hasSize(1);
        assertThat(viewer.all(ISSUES + "&status=open&issue_type=payout&q=" + payout))
                .hasSize(1);
        assertThat(viewer.all(ISSUES + "&issue_type=payin")).isEmpty();
        assertThat(viewer.all("/api/issues?transaction_id=" + payout)).isEmpty();
        var read = viewer.get("/api/issues/" + id).expect(200);
        assertThat(read.data().get("comments")).isEmpty();
        assertThat(read.word("id")).isEqualTo(id);
        assertThat(read.word("transaction_type")).isEqualTo("payout");
        assertThat(viewer.get("/api/issues.csv?environment=test&transaction_id=" + payout)
                        .expect(200)
                        .text())
                .contains("\r\n" + id + ",open,payout,not_received," + payout + "," + payout + ",The payee waits.,,");

        var cancelled = owner.post("/api/issues/" + id + "/cancel").expect(200);
        assertThat(cancelled.word("status")).isEqualTo("cancelled");
        owner.post("/api/issues/" + id + "/cancel").expect(409, "ISSUE_STATUS_TRANSITION_INVALID");
        assertThat(owner.all("/api/audit?object=" + id))
                .extracting(entry ->
                        entry.get("action").asText() + " " + entry.get("actor").asText())
                .containsExactly("cancel " + owner.username(), "open " + owner.username());
        assertThat(owner.post("/api/issues", body(payout)).expect(201).word("id"))
                .isNotEqualTo(id);
    }

    @Test
    void whatIsWrongIsSaidByTheNameOfItsField() {
        var payout = merchant.payout("late-2", 10_000).expect(201).word("id");
        var refused = owner.post("/api/issues", "{\"request_id\":\"%s\",\"issue_type\":\"loan\"}".formatted(payout))
                .expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors"))
                .extracting(error -> error.get("field").asText())
                .contains("environment", "issue_type", "issue_sub_type");
        // In the other environment it is not there.
        var live = body(payout).replace("\"test\"", "\"live\"");
        assertThat(owner.post("/api/issues", live)
                        .expect(201)
                        .data()
                        .get("transaction_id")
                        .isNull())
                .isTrue();
        owner.get("/api/issues?status=new").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aTicketOfAnotherOrganizationIsNotThere() {
        var payout = merchant.payout("late-3", 10_000).expect(201).word("id");
        var id = owner.post("/api/issues", body(payout)).expect(201).word("id");
        var stranger = service.owner(service.merchant());
        stranger.get("/api/issues/" + id).expect(404, "ISSUE_NOT_FOUND");
        stranger.post("/api/issues/" + id + "/cancel").expect(404, "ISSUE_NOT_FOUND");
        assertThat(stranger.all(ISSUES)).isEmpty();
        var unknown = stranger.post("/api/issues", body(payout)).expect(201);
        assertThat(unknown.data().get("transaction_id").isNull()).isTrue();
        owner.get("/api/issues/" + Ids.next()).expect(404, "ISSUE_NOT_FOUND");
    }
}
