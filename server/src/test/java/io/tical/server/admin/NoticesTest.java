package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.AuditedService;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All administrators are told of changed controls, until each has acknowledged them. */
class NoticesTest extends AuditedService {
    private static final String UNREAD = "/admin/v1/notices?status=unread";

    private OperatorClient asker;
    private OperatorClient approver;
    private OperatorClient other;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_ACCOUNT_CHANGE_WAIT_SECONDS", "600");
    }

    @BeforeAll
    void sit() {
        asker = service.operator(Operator.Role.ADMIN);
        approver = service.operator(Operator.Role.ADMIN);
        other = service.operator(Operator.Role.ADMIN);
    }

    private static List<JsonNode> unread(OperatorClient operator) {
        return operator.get(UNREAD).expect(200).data().valueStream().toList();
    }

    @Test
    void everyAdministratorSeesAChangeUntilTheyHaveAcknowledgedIt() {
        var merchant = service.merchant();
        var path = "/admin/v1/organizations/" + merchant.organizationId();
        var asked = asker.patch(path, "{\"note\":\"larger\",\"thresholds\":{\"four_eyes\":20000000}}");
        approver.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(200);
        for (var operator : List.of(asker, approver, other)) {
            var notice = unread(operator).getFirst();
            assertThat(notice.get("asked_by").asText()).isEqualTo(asker.username());
            assertThat(notice.get("actor").asText()).isEqualTo(approver.username());
            assertThat(notice.get("subject").asText())
                    .isEqualTo(notice.get("organization_name").asText());
            assertThat(notice.at("/before/thresholds/four_eyes").asLong()).isEqualTo(10_000_000);
            assertThat(notice.at("/after/thresholds/four_eyes").asLong()).isEqualTo(20_000_000);
            assertThat(notice.get("note").asText()).contains("larger");
            assertThat(notice.get("acknowledged_at").isNull()).isTrue();
        }
        var notice = unread(other).getFirst().get("id").asText();
        var acknowledge = "/admin/v1/notices/" + notice + "/acknowledge";
        assertThat(other.post(acknowledge).expect(200).word("status")).isEqualTo("read");
        other.post(acknowledge).expect(200);
        assertThat(unread(other)).noneMatch(one -> one.get("id").asText().equals(notice));
        assertThat(unread(asker)).anyMatch(one -> one.get("id").asText().equals(notice));
        assertThat(other.get("/admin/v1/notices/" + notice).expect(200).word("status"))
                .isEqualTo("read");

        asker.patch(path, "{\"channels\":{\"bank\":false}}").expect(200);
        assertThat(unread(other).getFirst().has("asked_by")).isFalse();
        asker.patch(path, "{\"name\":\"Another name\"}").expect(200);
        assertThat(unread(other).getFirst().at("/after/channels/bank").asBoolean(true))
                .isFalse();
        var late = service.operator(Operator.Role.ADMIN);
        assertThat(unread(late)).noneMatch(one -> one.get("id").asText().equals(notice));
    }

    @Test
    void aChangeThatWaitsIsToldWhenItIsApproved() {
        var body =
                "{\"currency\":\"THB\",\"bank_code\":\"SCB\",\"account_no\":\"1234500001\",\"holder_name\":\"Tical\",\"note\":\"new\"}";
        var asked = asker.post("/admin/v1/collection-accounts", body);
        approver.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(200);
        var notice = unread(other).getFirst();
        assertThat(notice.get("subject").asText()).isEqualTo("SCB 1234500001 · THB");
        assertThat(notice.at("/after/after/account_no").asText()).isEqualTo("1234500001");
        assertThat(notice.at("/after/effective_at").asLong())
                .isGreaterThan(notice.get("at").asLong() + 500);
    }

    @Test
    void othersHaveNoNotices() {
        service.operator(Operator.Role.FINANCE).get(UNREAD).expect(403, "PERMISSION_DENIED");
        other.get("/admin/v1/notices?status=new").expect(400, "STATUS_INVALID");
        other.get("/admin/v1/notices/7").expect(404, "NOTICE_NOT_FOUND");
    }

    @Test
    void whereNobodyElseMayApproveTheRefusalSaysWhatToDo() {
        try (var small = TestService.start(Map.of())) {
            var only = small.demoOperator(Operator.Role.ADMIN);
            var merchant = small.merchant();
            var path = "/admin/v1/organizations/" + merchant.organizationId();
            var body = "{\"note\":\"more\",\"channels\":{\"p2p\":true}}";
            assertThat(only.username()).isEqualTo("admin");
            only.delete("/admin/v1/operators/" + small.operatorId("admin2")).expect(200);
            assertThat(only.patch(path, body)
                            .expect(409, "SECOND_OPERATOR_REQUIRED")
                            .text())
                    .contains("./tical operator <username> --role admin");
            small.operator(Operator.Role.ADMIN);
            small.approved(only.patch(path, body));
        }
    }
}
