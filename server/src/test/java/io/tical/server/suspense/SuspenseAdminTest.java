package io.tical.server.suspense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.key.TransactionKey;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators decide on unallocated funds. */
class SuspenseAdminTest extends OperatedService {
    private static final String TREE = "/admin/v1/suspense";

    private final AtomicInteger references = new AtomicInteger();
    private OperatorClient support;
    private Merchant live;
    private String payin;

    @BeforeAll
    void hireSupport() {
        support = service.operator(Operator.Role.SUPPORT);
    }

    @BeforeEach
    void newPayin() {
        live = service.live(service.merchant());
        payin = live.payin("order", 40_000).expect(201).word("id");
    }

    /** Open funds of this merchant. */
    private String open(long amount) {
        var key = new TransactionKey(live.organizationId(), true, UUID.fromString(payin));
        var payment =
                new Unmatched(key, Source.SLIP, "ref-" + references.incrementAndGet(), Reason.EXTRA, "THB", amount);
        service.tical().database().transaction(session -> Suspense.note(session, List.of(payment)));
        var id = finance.get(TREE + "?organization_id=" + live.organizationId())
                .expect(200)
                .data()
                .get(0)
                .get("id")
                .asText();
        await().atMost(SOON).until(() -> read(id).word("status").equals("open"));
        return id;
    }

    private Reply read(String id) {
        return finance.get(TREE + "/" + id).expect(200);
    }

    private static String dispose(String id) {
        return TREE + "/" + id + "/dispose";
    }

    private static String match(String payin) {
        return "{\"disposition\":\"match\",\"payin_id\":\"%s\"}".formatted(payin);
    }

    @Test
    void fundsAreListedAndMatchedWithOneOfTheCandidates() {
        var id = open(50_000);
        var other = live.payin("other", 50_000).expect(201).word("id");
        live.payin("another", 60_000).expect(201);
        var organization = "&organization_id=" + live.organizationId();
        assertThat(finance.get(TREE + "?status=open" + organization).expect(200).data())
                .hasSize(1);
        assertThat(finance.get(TREE + "?status=kept" + organization).expect(200).data())
                .isEmpty();
        assertThat(finance.get(TREE + "?livemode=false" + organization)
                        .expect(200)
                        .data())
                .isEmpty();
        finance.get(TREE + "?status=lost").expect(400, "VALIDATION_FAILED");
        finance.get(TREE + "/" + Ids.next()).expect(404, "SUSPENSE_NOT_FOUND");
        var candidates =
                finance.get(TREE + "/" + id + "/candidates").expect(200).data();
        assertThat(candidates).hasSize(1);
        assertThat(candidates.get(0).get("id").asText()).isEqualTo(other);

        support.post(dispose(id), match(other)).expect(403, "PERMISSION_DENIED");
        finance.post(dispose(id), "{\"disposition\":\"match\"}").expect(400, "VALIDATION_FAILED");
        finance.post(dispose(id), "{\"disposition\":\"burn\"}").expect(400, "VALIDATION_FAILED");
        finance.post(dispose(id), "{}").expect(400, "VALIDATION_FAILED");
        finance.post(dispose(id), match(Ids.next().toString())).expect(404, "PAYIN_NOT_FOUND");
        finance.post(dispose(id), "{\"version\":1,\"disposition\":\"keep\"}").expect(409, "VERSION_CONFLICT");

        var requestId = Ids.next().toString();
        var matched = finance.repeatable(requestId, dispose(id), match(other)).expect(200);
        assertThat(matched.word("status")).isEqualTo("matched");
        assertThat(matched.word("matched_payin_id")).isEqualTo(other);
        assertThat(matched.word("decided_by")).isEqualTo(finance.username());
        finance.repeatable(requestId, dispose(id), match(other)).expect(200);
        colleague.post(dispose(id), match(other)).expect(409);
        assertThat(live.available()).isEqualTo(50_000);
        var log = finance.get("/admin/v1/audit?object=" + id).expect(200).data();
        assertThat(log.findValuesAsText("action")).containsExactly("match");
        assertThat(log.findValuesAsText("actor")).containsExactly(finance.username());
    }

    @Test
    void largeFundsNeedASecondPerson() {
        var id = open(LARGE);
        var body = "{\"disposition\":\"keep\",\"note\":\"nobody asked\"}";
        var requested = finance.post(dispose(id), body).expect(202);
        var approval = "/admin/v1/approvals/" + requested.word("approval_id");
        assertThat(read(id).word("status")).isEqualTo("open");
        finance.post(approval + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        colleague.post(dispose(id), body).expect(409, "APPROVAL_PENDING");
        colleague.post(approval + "/refuse", "{\"note\":\"wait\"}").expect(200);
        assertThat(read(id).word("status")).isEqualTo("open");

        var again = "/admin/v1/approvals/"
                + finance.post(dispose(id), body).expect(202).word("approval_id");
        colleague.post(again + "/approve").expect(200);
        assertThat(read(id).word("status")).isEqualTo("kept");
        // Nobody is asked to approve what cannot be done.
        finance.post(dispose(id), "{\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference() + "\"}")
                .expect(409, "SUSPENSE_STATUS_TRANSITION_INVALID");
        finance.post(TREE + "/" + id + "/claim").expect(409, "NOTHING_TO_DECIDE");
        finance.post(TREE + "/" + id + "/release").expect(200);
        assertThat(service.count(
                        "SELECT sum(amount) FROM transfer WHERE operation = 'suspense_keep' AND organization_id = '"
                                + live.organizationId() + "'"))
                .isEqualTo(LARGE);
    }

    @Test
    void anApprovalAnswersTheDecisionThatAskedForIt() {
        var id = open(LARGE);
        var requestId = Ids.next().toString();
        var keep = "{\"disposition\":\"keep\"}";
        var back = "{\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference() + "\"}";
        var approval =
                finance.repeatable(requestId, dispose(id), keep).expect(202).word("approval_id");
        finance.repeatable(requestId, dispose(id), back).expect(409, "APPROVAL_PENDING");
        colleague.post("/admin/v1/approvals/" + approval + "/refuse").expect(200);
        finance.repeatable(requestId, dispose(id), back).expect(409, "REQUEST_ID_REUSED");
        assertThat(finance.repeatable(requestId, dispose(id), keep).expect(202).word("approval_id"))
                .isEqualTo(approval);
        assertThat(finance.post(dispose(id), back).expect(202).word("approval_id"))
                .isNotEqualTo(approval);
        assertThat(read(id).word("status")).isEqualTo("open");
    }

    @Test
    void largeFundsThatCannotPayAPayinNeedNoSecondPerson() {
        var id = open(LARGE);
        live.post("/v1/payins/" + payin + "/cancel").expect(200);
        finance.post(dispose(id), match(payin)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        finance.post(dispose(id), match(Ids.next().toString())).expect(404, "PAYIN_NOT_FOUND");
        var other = match(live.payin("other", 50_000).expect(201).word("id"));
        var refused = finance.post(dispose(id), other).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors").findValuesAsText("field")).containsExactly("override_reason", "note");
        finance.post(dispose(id), other.replace("}", ",\"override_reason\":\"agreed\",\"note\":\"they asked\"}"))
                .expect(202);
    }

    @Test
    void anItemWithAColleaguesLeaseCannotBeDecided() {
        var id = open(3_000);
        support.post(TREE + "/" + id + "/claim").expect(403, "PERMISSION_DENIED");
        assertThat(finance.post(TREE + "/" + id + "/claim").expect(200).word("claimed_by"))
                .isEqualTo(finance.username());
        colleague.post(TREE + "/" + id + "/claim").expect(409, "ALREADY_CLAIMED");
        colleague.post(dispose(id), "{\"disposition\":\"keep\"}").expect(409, "ALREADY_CLAIMED");
        assertThat(colleague
                        .get(TREE + "?organization_id=" + live.organizationId())
                        .expect(200)
                        .data()
                        .get(0)
                        .get("claimed_by")
                        .asText())
                .isEqualTo(finance.username());
        finance.post(TREE + "/" + id + "/release").expect(200);
        assertThat(colleague
                        .post(
                                dispose(id),
                                "{\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference() + "\"}")
                        .expect(200)
                        .word("status"))
                .isEqualTo("returned");
    }

    @Test
    void ofConcurrentDecisionsOneIsAccepted() throws Exception {
        var id = open(40_000);
        var replies = new ArrayList<Integer>();
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var decisions = List.<Callable<Reply>>of(
                    () -> finance.post(
                            dispose(id),
                            "{\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference() + "\"}"),
                    () -> colleague.post(dispose(id), match(payin)),
                    () -> finance.post(dispose(id), "{\"disposition\":\"keep\"}"));
            for (var reply : people.invokeAll(decisions)) {
                replies.add(reply.get().status());
            }
        }
        assertThat(replies).containsExactlyInAnyOrder(200, 409, 409);
        assertThat(live.available()).isEqualTo(read(id).word("status").equals("matched") ? 40_000 : 0);
    }
}
