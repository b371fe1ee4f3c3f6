package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Reply;
import io.tical.server.slip.SlipDrawing;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Staff report transfers that arrived in addition to the recorded delivery of an attempt. */
class FurtherTransferTest extends TransfersByHand {
    private static final long WHOLE = 1_000_000;
    private static final long PART = 600_000;
    private static final long REST = 400_000;

    private JsonNode attempts(Sent sent) {
        return read(sent).data().at(sent.kind() == Kind.PAYOUT ? "/execution_steps/0/attempts" : "/attempts");
    }

    /** @param more the fields after the outcome */
    private Reply report(Sent sent, String outcome, String more) {
        return finance.post(
                sent.outcome(),
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"outcome\":\"%s\"%s}",
                        read(sent).number("version"),
                        outcome,
                        more));
    }

    private Reply arrived(Sent sent, String more) {
        var reference =
                more.contains("\"reference\"") ? "" : ",\"reference\":\"ARRIVED-" + numbers.incrementAndGet() + "\"";
        return report(sent, "success", more + reference);
    }

    private String named(Sent sent, int attempt) {
        return ",\"attempt_id\":\"" + attempts(sent).get(attempt - 1).get("id").asText() + "\"";
    }

    /**
     * Reports a transfer of the whole amount in addition.
     *
     * @param attempt the number of the attempt
     */
    private Reply further(Sent sent, int attempt, String reference) {
        return further(sent, attempt, reference, sent.kind() == Kind.PAYOUT ? WHOLE : 0);
    }

    /** @param amount 0 for none */
    private Reply further(Sent sent, int attempt, String reference, long amount) {
        var more = amount == 0 ? "" : ",\"transfer_amount\":" + amount;
        return report(sent, "further", named(sent, attempt) + ",\"reference\":\"" + reference + "\"" + more);
    }

    private List<JsonNode> claims(Sent sent) {
        return finance.get("/admin/v1/suspense?status=open&organization_id=" + merchant.organizationId())
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.path(sent.kind().word() + "_id").asText().equals(sent.id()))
                .toList();
    }

    private List<Long> claimed(Sent sent) {
        return claims(sent).stream().map(one -> one.get("amount").asLong()).toList();
    }

    private static String invalid(Sent sent) {
        return sent.kind().name() + "_STATUS_TRANSITION_INVALID";
    }

    @Test
    void theRestOfATransferThatArrivedInPartIsClaimed() {
        var payout = byHand(Kind.PAYOUT, WHOLE);
        assertThat(decisions(payout)).doesNotContain("further_transfer");
        further(payout, 1, "REST-1", WHOLE).expect(409, invalid(payout));
        for (var without : List.of("", ",\"note\":\"a part\"", ",\"override_reason\":\"bank_limit\"")) {
            arrived(payout, ",\"reference\":\"PART-1\",\"transfer_amount\":" + PART + without)
                    .expect(400, "VALIDATION_FAILED");
        }
        arrived(
                        payout,
                        ",\"reference\":\"PART-1\",\"override_reason\":\"bank_limit\",\"note\":\"a part\",\"transfer_amount\":"
                                + PART)
                .expect(200);
        var available = merchant.available();
        assertThat(decisions(payout)).containsExactly("further_transfer");
        arrived(payout, named(payout, 1) + ",\"reference\":\"REST-1\"").expect(409, invalid(payout));
        further(payout, 1, "part-1", REST).expect(409, invalid(payout));
        assertThat(claims(payout)).isEmpty();

        further(payout, 1, "REST-1", REST).expect(200);
        further(payout, 1, "rest-1", REST).expect(409, invalid(payout));
        further(payout, 2, "rest-1", REST).expect(409, invalid(payout));

        assertThat(read(payout).word("status")).isEqualTo("partial_success");
        assertThat(read(payout).data().at("/execution_steps/0/transfer_amount").asLong())
                .isEqualTo(PART);
        assertThat(merchant.available()).isEqualTo(available);
        assertThat(claimed(payout)).containsExactly(REST);
        assertThat(claims(payout).getFirst().get("reference").asText()).contains("REST-1");
        var recorded = attempts(payout).get(1);
        assertThat(recorded.get("state").asText()).isEqualTo("dead");
        assertThat(recorded.get("rail").asText()).isEqualTo("manual");
        assertThat(recorded.get("reference").asText()).isEqualTo("REST-1");
        assertThat(recorded.get("late_amount").asLong()).isEqualTo(REST);
        assertThat(recorded.get("closed_at").isNull()).isTrue();
        service.requireCleanAudit();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PAYOUT     | , "transfer_amount": 400000                       | reference       | required
            PAYOUT     | , "reference": "R-1"                              | transfer_amount | required
            PAYOUT     | , "reference": "R-1", "transfer_amount": 0        | transfer_amount | range
            PAYOUT     | , "reference": "R-1", "transfer_amount": 1000001  | transfer_amount | range
            SETTLEMENT | , "reference": " "                                | reference       | required
            SETTLEMENT | , "reference": "R-1", "failure_code": "no_account" | failure_code    | not_allowed
            """)
    void aFurtherTransferHasAReferenceAndAnAmountOfAtMostItsLeg(Kind kind, String more, String field, String code) {
        var sent = byHand(kind, WHOLE);
        arrived(sent, "").expect(200);
        var refused = report(sent, "further", named(sent, 1) + more).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().toString()).contains("\"" + field + "\"", "\"" + code + "\"");
        var attemptMissing = report(sent, "further", ",\"reference\":\"R-1\"").expect(400, "VALIDATION_FAILED");
        assertThat(attemptMissing.json().toString()).contains("\"attempt_id\"");
        assertThat(claims(sent)).isEmpty();
    }

    @Test
    void aFurtherTransferOfAnotherAmountThanTheRestNeedsAReasonAndOneOfTwiceThatASecondPerson() {
        var payout = byHand(Kind.PAYOUT, WHOLE);
        arrived(
                        payout,
                        ",\"reference\":\"PART-2\",\"override_reason\":\"bank_limit\",\"note\":\"a part\",\"transfer_amount\":"
                                + PART)
                .expect(200);
        assertThat(read(payout)
                        .data()
                        .at("/decision_terms/further_transfer:1/expected")
                        .asLong())
                .isEqualTo(REST);
        var refused = further(payout, 1, "REST-2", REST - 50_000).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().get("errors").findValuesAsText("field")).containsExactly("override_reason", "note");
        var why = ",\"override_reason\":\"bank_fee\",\"note\":\"less a fee\"";
        report(
                        payout,
                        "further",
                        named(payout, 1) + ",\"reference\":\"REST-2\",\"transfer_amount\":" + (REST - 50_000) + why)
                .expect(200);
        var asked = report(
                        payout,
                        "further",
                        named(payout, 1) + ",\"reference\":\"REST-3\",\"transfer_amount\":" + 2 * REST + why)
                .expect(202);
        assertThat(asked.data().get("why")).extracting(JsonNode::asText).containsExactly("amount");
        assertThat(asked.number("booked_amount")).isEqualTo(2 * REST);
        assertThat(claimed(payout)).containsExactly(REST - 50_000);
        approve(asked);
        assertThat(claimed(payout)).containsExactlyInAnyOrder(REST - 50_000, 2 * REST);
        service.requireCleanAudit();
    }

    @Test
    void aFurtherTransferNamesAnAttemptOfItsLeg() {
        var payout = byHand(Kind.PAYOUT, WHOLE);
        arrived(payout, "").expect(200);
        var other = byHand(Kind.PAYOUT, WHOLE);
        report(payout, "further", named(other, 1) + ",\"reference\":\"R-2\",\"transfer_amount\":" + WHOLE)
                .expect(404, "PAYOUT_ATTEMPT_NOT_FOUND");
    }

    @ParameterizedTest
    @EnumSource
    void everyFurtherTransferOfADeliveryIsClaimedOnce(Kind kind) {
        var sent = byHand(kind, WHOLE);
        var first = kind.word();
        arrived(sent, ",\"reference\":\"" + first + "-1\"").expect(200);
        var status = read(sent).word("status");
        var other = byHand(kind, WHOLE);
        var available = merchant.available();
        further(sent, 1, first + "-2").expect(200);
        further(sent, 1, first + "-3").expect(200);
        further(sent, 1, first + "-2").expect(409, invalid(sent));
        arrived(other, ",\"reference\":\"" + first + "-3\"").expect(409, "TRANSFER_ALREADY_USED");
        arrived(other, ",\"reference\":\"" + first + "-4\"").expect(200);
        further(sent, 1, first + "-4").expect(409, "TRANSFER_ALREADY_USED");

        assertThat(claimed(sent)).containsExactly(WHOLE, WHOLE);
        assertThat(read(sent).word("status")).isEqualTo(status);
        assertThat(merchant.available()).isEqualTo(available);
        assertThat(decisions(sent)).contains("further_transfer").doesNotContain("late_outcome");
        service.requireCleanAudit();
        for (var claim : claims(sent)) {
            finance.post(
                            "/admin/v1/suspense/" + claim.get("id").asText() + "/dispose",
                            "{\"version\":1,\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference()
                                    + "\"}")
                    .expect(200);
        }
        service.requireCleanAudit();
    }

    @ParameterizedTest
    @EnumSource
    void aFurtherTransferIsInTheTimelineAndTheAuditLog(Kind kind) {
        var sent = byHand(kind, WHOLE);
        arrived(sent, ",\"reference\":\"TOLD-%s\"".formatted(kind)).expect(200);
        further(sent, 1, "TOLD-AGAIN-" + kind).expect(200);
        var timeline = merchant.get("/v1/" + kind.word() + "s/" + sent.id() + "/timeline")
                .expect(200)
                .data();
        var item = timeline.valueStream()
                .filter(one -> one.at("/detail/type").asText().equals("further_transfer"))
                .toList();
        assertThat(item).singleElement().satisfies(one -> {
            assertThat(one.get("title").asText()).isEqualTo("a further transfer of leg 1 arrived");
            assertThat(one.at("/detail/attempt").asInt()).isEqualTo(2);
            assertThat(one.at("/detail/amount").asLong()).isEqualTo(WHOLE);
            assertThat(one.at("/detail/reference").asText()).isEqualTo("TOLD-AGAIN-" + kind);
        });
        assertThat(timeline.findValuesAsText("title"))
                .containsOnlyOnce(kind.word() + "_claim")
                .noneMatch(title -> title.contains("after it had ended"));
        // Staff see who reported it, and the merchant does not.
        assertThat(read(sent).data().get("timeline"))
                .filteredOn(one -> one.get("kind").asText().equals("staff"))
                .extracting(one -> one.at("/detail/actor").asText() + " "
                        + one.at("/detail/note").asText())
                .anySatisfy(
                        one -> assertThat(one).startsWith(finance.username()).contains("TOLD-AGAIN-" + kind));
        assertThat(timeline.toString()).doesNotContain(finance.username());
        var log = finance.get("/admin/v1/audit?object=" + sent.id()).expect(200).data();
        assertThat(log.findValuesAsText("action")).contains("further_transfer").doesNotContain("late_delivery");
        assertThat(log.findValuesAsText("note"))
                .anySatisfy(note -> assertThat(note).contains("TOLD-AGAIN-" + kind));
    }

    @Test
    void aTransferBesideALateDeliveryIsClaimedToo() {
        var settlement = byHand(Kind.SETTLEMENT, WHOLE);
        report(settlement, "failed", "").expect(200);
        assertThat(decisions(settlement)).containsExactly("late_outcome");
        arrived(settlement, named(settlement, 1) + ",\"reference\":\"LATE-1\"").expect(200);
        assertThat(decisions(settlement)).containsExactly("further_transfer");
        further(settlement, 1, "LATE-1").expect(409, invalid(settlement));
        further(settlement, 1, "LATE-2").expect(200);
        assertThat(claimed(settlement)).containsExactly(WHOLE, WHOLE);
        assertThat(read(settlement).word("status")).isEqualTo("failed");
        service.requireCleanAudit();
    }

    @Test
    void aTransferThatARailReportedIsNoFurtherOne() {
        var test = service.merchant().funded("THB", 100_000);
        var payout = new Sent(
                Kind.PAYOUT, test.payout("simulated", 40_000).expect(201).word("id"));
        await().atMost(SOON).until(() -> read(payout).word("status").equals("success"));
        var reported = attempts(payout).at("/0/reference").asText();
        assertThat(reported).isNotEmpty();
        further(payout, 1, reported, 40_000).expect(409, invalid(payout));
        further(payout, 1, "BESIDE-1", 40_000).expect(200);
        further(payout, 2, reported, 40_000).expect(409, invalid(payout));
        service.requireCleanAudit();
    }

    @Test
    void theTransferOfAnotherLegIsNoFurtherOne() {
        var test = service.merchant().funded("THB", 150_000_000);
        var payout = new Sent(
                Kind.PAYOUT, test.payout("two-legs", 100_000_000).expect(201).word("id"));
        await().atMost(SOON).until(() -> read(payout).word("status").equals("success"));
        var ofSecond = read(payout)
                .data()
                .at("/execution_steps/1/attempts/0/reference")
                .asText();
        assertThat(ofSecond).isNotEmpty();
        further(
                        payout,
                        1,
                        ofSecond,
                        read(payout).data().at("/execution_steps/0/amount").asLong())
                .expect(409, invalid(payout));
    }

    @Test
    void aFurtherTransferOfALargeSettlementNeedsASecondPerson() {
        var settlement = byHand(Kind.SETTLEMENT, LARGE);
        approve(arrived(settlement, ",\"reference\":\"LARGE-1\"").expect(202));
        var asked = further(settlement, 1, "LARGE-2").expect(202);
        assertThat(claims(settlement)).isEmpty();
        approve(asked);
        assertThat(claimed(settlement)).containsExactly(LARGE);
        service.requireCleanAudit();
    }

    private void approve(Reply asked) {
        colleague
                .post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(200);
    }
}
