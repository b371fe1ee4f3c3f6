package io.tical.server.lost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.outward.LostDepartures;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators see what was lost, and close by two what they have dealt with elsewhere. */
class LostAdminTest {
    private static final String TREE = "/admin/v1/lost";

    private static TestService service;
    private static OperatorClient finance;
    private static OperatorClient colleague;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        finance = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<JsonNode> list(UUID organization, String query) {
        return finance.get(TREE + "?organization_id=" + organization + query)
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    private static List<String> ids(UUID organization, String query) {
        return list(organization, query).stream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    @Test
    void casesAreListedFilteredAndSearched() {
        var organization = service.merchant().organizationId();
        var first =
                LostDepartures.payout(service, organization, true, "lost-one").toString();
        var second =
                LostDepartures.payout(service, organization, true, "lost-two").toString();
        var test =
                LostDepartures.payout(service, organization, false, "lost-test").toString();

        assertThat(ids(organization, "")).containsExactly(test, second, first);
        assertThat(ids(organization, "&livemode=true")).containsExactly(second, first);
        assertThat(ids(organization, "&status=open&kind=sent&livemode=false")).containsExactly(test);
        assertThat(ids(organization, "&kind=told")).isEmpty();
        assertThat(ids(organization, "&status=closed")).isEmpty();
        assertThat(ids(organization, "&q=lost-t")).containsExactly(test, second);
        assertThat(ids(organization, "&q=" + first)).containsExactly(first);
        var transaction = list(organization, "&q=lost-one")
                .getFirst()
                .get("transaction_id")
                .asText();
        assertThat(ids(organization, "&q=" + transaction)).containsExactly(first);
        assertThat(ids(organization, "&limit=1&offset=1")).containsExactly(second);
        finance.get(TREE + "?status=lost").expect(400, "VALIDATION_FAILED");
        finance.get(TREE + "?kind=lost").expect(400, "VALIDATION_FAILED");
        finance.get(TREE + "/" + Ids.next()).expect(404, "LOST_CASE_NOT_FOUND");

        var read = finance.get(TREE + "/" + first).expect(200);
        assertThat(read.word("organization_name")).isNotEmpty();
        assertThat(read.word("reference")).isEqualTo("lost-one");
        assertThat(read.word("rail")).isEqualTo("manual");
        assertThat(read.number("amount")).isEqualTo(50_000);
        assertThat(read.number("step")).isEqualTo(1);
        assertThat(read.data().get("event").isNull()).isTrue();
    }

    /** An earlier state of the database may not have the merchant either. */
    @Test
    void aCaseOfAnOrganizationThatIsMissingIsShownSearchedAndClosed() {
        var missing = Ids.next();
        var id = LostDepartures.payout(service, missing, true, "of nobody");
        var row = list(missing, "").getFirst();
        assertThat(row.get("organization_name").isNull()).isTrue();
        for (var text : List.of(id.toString(), row.get("transaction_id").asText(), "of+nob")) {
            var hits = finance.get("/admin/v1/search?q=" + text).expect(200).data();
            assertThat(hits)
                    .anySatisfy(hit -> assertThat(hit.get("id").asText()).isEqualTo(id.toString()));
        }
        finance.post(TREE + "/" + id + "/claim").expect(200);
        finance.post(TREE + "/" + id + "/release").expect(200);
        var picture = picture(true);
        assertThat(picture.get("organizations"))
                .anySatisfy(one -> assertThat(one.get("id").asText()).isEqualTo(missing.toString()));

        var asked = finance.post(TREE + "/" + id + "/close", close(1, "paid back by the bank"));
        colleague
                .post("/admin/v1/approvals/" + asked.expect(202).word("approval_id") + "/approve")
                .expect(200);
        var administrator = service.operator(Operator.Role.ADMIN);
        administrator.get("/admin/v1/approvals").expect(200);
        administrator.get("/admin/v1/notices").expect(200);
        assertThat(finance.get(TREE + "/" + id).expect(200).word("status")).isEqualTo("closed");
    }

    private static String close(long version, String note) {
        return String.format(Locale.ROOT, "{\"version\":%d,\"note\":\"%s\"}", version, note);
    }

    @Test
    void aCaseIsClosedByTwoPeopleWhateverItsAmountAndEnvironmentIs() {
        var administrator = service.operator(Operator.Role.ADMIN);
        var organization = service.merchant().organizationId();
        var id = LostDepartures.payout(service, organization, false, "small");
        var path = TREE + "/" + id + "/close";
        service.operator(Operator.Role.SUPPORT).post(path, close(1, "why")).expect(403, "PERMISSION_DENIED");
        var fresh = service.operator(Operator.Role.FINANCE);
        assertThat(fresh.unproved("POST", path, close(1, "why")).code()).isEqualTo("STEP_UP_REQUIRED");
        finance.post(path, "{\"version\":1}").expect(400, "VALIDATION_FAILED");
        finance.post(path, close(2, "why")).expect(409, "VERSION_CONFLICT");
        var asked = finance.post(path, close(1, "the bank says that it was not paid"))
                .expect(202);
        var waiting = finance.get(TREE + "/" + id).expect(200);
        assertThat(waiting.word("status")).isEqualTo("open");
        assertThat(waiting.data().get("approval").isNull()).isFalse();
        var approval = "/admin/v1/approvals/" + asked.word("approval_id");
        finance.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        colleague.post(approval + "/approve").expect(200);

        var closed = finance.get(TREE + "/" + id).expect(200);
        assertThat(closed.word("status")).isEqualTo("closed");
        assertThat(closed.word("note")).contains("the bank says that it was not paid");
        assertThat(closed.number("closed_at")).isPositive();
        finance.post(path, close(2, "again")).expect(409, "LOST_CASE_STATUS_TRANSITION_INVALID");
        finance.post(TREE + "/" + id + "/claim").expect(409, "NOTHING_TO_DECIDE");

        var logged = finance.get("/admin/v1/audit?object=" + id).expect(200).data();
        assertThat(logged).anySatisfy(entry -> {
            assertThat(entry.get("action").asText()).isEqualTo("close");
            assertThat(entry.get("object_type").asText()).isEqualTo("lost_case");
            assertThat(entry.get("actor").asText()).isEqualTo(colleague.username());
            assertThat(entry.get("asked_by").asText()).isEqualTo(finance.username());
        });
        var notice = administrator
                .get("/admin/v1/notices?status=unread")
                .expect(200)
                .data()
                .get(0);
        assertThat(notice.get("subject").asText()).contains("sent payout", "reference small");
    }

    private static JsonNode picture(boolean livemode) {
        return finance.get("/admin/v1/fence")
                .expect(200)
                .data()
                .get("pictures")
                .valueStream()
                .filter(one -> one.get("livemode").asBoolean() == livemode)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theQueueAndThePictureCountWhatIsOpen() {
        var organization = service.merchant().organizationId();
        var before = queue();
        LostDepartures.payout(service, organization, true, "counted-1");
        LostDepartures.payout(service, organization, true, "counted-2");
        assertThat(queue()).isEqualTo(before + 2);
        var picture = picture(true);
        var sum = picture.get("sums")
                .valueStream()
                .filter(one -> one.get("status").asText().equals("open"))
                .findFirst()
                .orElseThrow();
        assertThat(sum.get("currency").asText()).isEqualTo("THB");
        assertThat(sum.get("amount").asLong())
                .isEqualTo(50_000 * sum.get("count").asLong());
        assertThat(picture.get("from").asLong())
                .isPositive()
                .isLessThanOrEqualTo(picture.get("until").asLong());
        assertThat(picture.get("organizations")).anySatisfy(one -> {
            assertThat(one.get("id").asText()).isEqualTo(organization.toString());
            assertThat(one.get("open").asInt()).isEqualTo(2);
        });
    }

    private static long queue() {
        return finance.get("/admin/v1/overview")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(one -> one.get("queue").asText().equals("lost_open"))
                .findFirst()
                .orElseThrow()
                .get("count")
                .asLong();
    }
}
