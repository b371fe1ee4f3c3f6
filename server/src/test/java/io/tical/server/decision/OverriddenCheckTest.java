package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.picture.Pictures;
import io.tical.server.slip.ReadSlips;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A decision that overrides a failed check, or books another amount than the expected one, has a reason, and sometimes a second person. */
class OverriddenCheckTest extends OperatedService {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Merchant live;
    private String payin;
    private String path;
    private long expected;

    /** A live slip of 688.05 without a code, which nobody verifies. */
    @BeforeEach
    void newSlip() {
        live = service.live(service.merchant());
        payin = live.payin("order", 68_805).expect(201).word("id");
        path = sent(live, true, payin);
        expected = read().at("/expected/amount").longValue();
    }

    private String sent(Merchant of, boolean livemode, String to) {
        of.slip(to, Pictures.jpeg(Pictures.photo(700, 900, 4, NUMBERS.incrementAndGet()), 0.8))
                .expect(200);
        var slip = SlipDrawing.id(service, of, livemode, to, 1);
        SlipDrawing.awaitReview(service, slip);
        return "/admin/v1/slips/" + slip;
    }

    private JsonNode read() {
        return read(path);
    }

    private JsonNode read(String of) {
        return finance.get(of).expect(200).data();
    }

    private JsonNode terms(String decision) {
        return read().at("/decision_terms/" + decision);
    }

    /** @param without fields that the request leaves out */
    private Reply accept(long paid, String... without) {
        return accept(path, paid, "REF" + path, without);
    }

    private Reply accept(String of, long paid, String reference, String... without) {
        var fields = ReadSlips.fields(read(of), paid);
        fields.put("reference", reference);
        List.of(without).forEach(fields::remove);
        return finance.post(of + "/accept", Json.text(fields));
    }

    private static void requireMissing(Reply refused, String... fields) {
        assertThat(refused.expect(400, "VALIDATION_FAILED").json().get("errors").findValuesAsText("field"))
                .containsExactly(fields);
    }

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    /** As if a verifier had found the transfer of the slip, which went to an account of this bank. */
    private void verified(String bank) {
        var party = "{\"bank_code\":%s,\"account_no\":null,\"proxy\":null,\"names\":[]}";
        service.asService(
                "slip",
                String.format(
                        Locale.ROOT,
                        """
                UPDATE slip SET reference = 'PAID-%1$s', sending_bank = 'KBANK', verdict = '{"outcome":"verified","verifier":"slipok","why":null,\
                "facts":{"reference":"PAID-%1$s","amount":%2$d,"currency":"THB","transferred_at":null,"sender":%3$s,"receiver":%4$s},\
                "asked_at":1760000060}' WHERE slip_id = '%1$s'""",
                        path.substring(path.lastIndexOf('/') + 1),
                        expected,
                        party.formatted("null"),
                        party.formatted(bank == null ? "null" : "\"" + bank + "\"")));
    }

    @Test
    void aHundredTimesTheAmountNeedsAReasonAndASecondPerson() {
        assertThat(terms("accept").get("expected").longValue()).isEqualTo(expected);
        assertThat(terms("accept").at("/fee/fixed").longValue())
                .isEqualTo(live.payin(payin).number("fee_amount"));
        requireMissing(accept(expected * 100, "override_reason"), "override_reason");
        requireMissing(accept(expected * 100, "override_reason", "note"), "override_reason", "note");

        var asked = accept(expected * 100).expect(202);

        assertThat(words(asked.data().get("why"))).containsExactly("amount");
        assertThat(asked.number("expected_amount")).isEqualTo(expected);
        assertThat(asked.number("booked_amount")).isEqualTo(expected * 100);
        assertThat(asked.word("override_reason")).isEqualTo("seen_on_statement");
        assertThat(live.available()).isZero();
        assertThat(read().get("decision_terms")).isEmpty();
        finance.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        colleague.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(200);
        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(asked.number("booked_amount"));
        var log = finance.get("/admin/v1/audit?object=" + read().get("id").asText())
                .expect(200)
                .data();
        assertThat(log.toString()).contains("override reason seen_on_statement", "\"expected\":" + expected);
    }

    @Test
    void anyOtherAmountNeedsAReason() {
        requireMissing(accept(expected - 1, "override_reason"), "override_reason");
        requireMissing(accept(expected - 1, "note"), "note");
        var unknown = ReadSlips.fields(read(), expected - 1);
        unknown.put("override_reason", "because");
        requireMissing(finance.post(path + "/accept", Json.text(unknown)), "override_reason");

        accept(expected - 1).expect(200);

        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(expected - 1);
    }

    @Test
    void theExpectedAmountNeedsNeither() {
        accept(expected, "override_reason", "note").expect(200);
        assertThat(live.payin(payin).word("status")).isEqualTo("success");
        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(expected);
    }

    @Test
    void inTheTestEnvironmentOnePersonDecidesWithAReason() {
        var merchant = service.merchant();
        var test = merchant.payin("order", 68_805).expect(201).word("id");
        var confirm = "/admin/v1/payins/" + test + "/confirm";
        var body = String.format(
                Locale.ROOT,
                "{\"version\":%d,\"paid_amount\":6880500,\"reference\":\"TEST1\",\"note\":\"seen\"}",
                read("/admin/v1/payins/" + test).get("version").longValue());
        requireMissing(finance.post(confirm, body), "override_reason");
        finance.post(confirm, body.replace("}", ",\"override_reason\":\"payer_error\"}"))
                .expect(200);
        assertThat(merchant.payin(test).number("paid_amount")).isEqualTo(6_880_500);
    }

    @Test
    void aSlipThatWasPaidToAStrangerNeedsASecondPerson() {
        verified("SCB");
        assertThat(terms("accept").get("differences").toString())
                .isEqualTo("[{\"check\":\"receiver\",\"second_person\":true}]");
        assertThat(terms("accept").get("required")).isEmpty();
        var version = Map.of("version", read().get("version").longValue());
        requireMissing(finance.post(path + "/accept", Json.text(version)), "override_reason", "note");

        var asked = accept(path, expected, "PAID-" + read().get("id").asText()).expect(202);

        assertThat(words(asked.data().get("why"))).containsExactly("receiver");
        assertThat(words(asked.data().get("differences"))).containsExactly("receiver");
        var listed = finance.get("/admin/v1/approvals/" + asked.word("id")).expect(200);
        assertThat(listed.data()).isEqualTo(asked.data());
        var approval = "/admin/v1/approvals/" + asked.word("id");
        colleague.post(approval + "/refuse").expect(200);
        colleague.post(approval + "/refuse").expect(200);
        colleague.post(approval + "/approve").expect(409, "APPROVAL_STATUS_TRANSITION_INVALID");
        service.operator(Operator.Role.FINANCE)
                .post(approval + "/approve")
                .expect(409, "APPROVAL_STATUS_TRANSITION_INVALID");
        assertThat(live.available()).isZero();
        var again = accept(path, expected, "PAID-" + read().get("id").asText()).expect(202);
        colleague.post("/admin/v1/approvals/" + again.word("id") + "/approve").expect(200);
        colleague
                .post("/admin/v1/approvals/" + again.word("id") + "/refuse")
                .expect(409, "APPROVAL_STATUS_TRANSITION_INVALID");
        assertThat(live.payin(payin).word("status")).isEqualTo("success");
        var log = finance.get("/admin/v1/audit?object=" + read().get("id").asText())
                .expect(200)
                .data();
        assertThat(log.toString()).contains("\"differences\":[\"receiver\"]", "override reason seen_on_statement");
    }

    @Test
    void aSlipThatIsNotGenuineNeedsASecondPerson() {
        service.asService("slip", String.format(Locale.ROOT, """
                UPDATE slip SET verdict = '{"outcome":"rejected","verifier":"slipok","why":"not_found","facts":null,"asked_at":1760000060}'
                WHERE slip_id = '%s'""", path.substring(path.lastIndexOf('/') + 1)));
        assertThat(terms("accept").get("differences").toString())
                .isEqualTo("[{\"check\":\"genuine\",\"second_person\":true}]");
        requireMissing(accept(expected, "override_reason", "note"), "override_reason", "note");

        var asked = accept(expected).expect(202);

        assertThat(words(asked.data().get("why"))).containsExactly("genuine");
        assertThat(words(asked.data().get("differences"))).containsExactly("genuine");
        assertThat(live.available()).isZero();
        finance.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(403, "FOUR_EYES_REQUIRED");
        colleague.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(200);
        assertThat(live.payin(payin).word("status")).isEqualTo("success");
    }

    @Test
    void anApprovalWhoseSlipDiffersMeanwhileFails() {
        verified(null);
        var asked =
                accept(path, expected * 2, "PAID-" + read().get("id").asText()).expect(202);
        // As if the verifier had answered again without a change of the version.
        verified("SCB");
        colleague.post("/admin/v1/approvals/" + asked.word("id") + "/approve").expect(409, "VERSION_CONFLICT");
        assertThat(live.available()).isZero();
    }

    @Test
    void aRepeatedDecisionStillAnswers() {
        var body = Json.text(ReadSlips.fields(read(), expected - 5));
        var requestId = UUID.randomUUID().toString();
        finance.repeatable(requestId, path + "/accept", body).expect(200);
        assertThat(finance.repeatable(requestId, path + "/accept", body)
                        .expect(200)
                        .word("status"))
                .isEqualTo("accepted");
    }

    @Test
    void aSlipThatNobodyReadIsReadByItsOperator() {
        assertThat(words(terms("accept").get("required"))).containsExactly("paid_amount", "sending_bank", "reference");
        requireMissing(
                accept(expected, "paid_amount", "sending_bank", "reference"),
                "paid_amount",
                "sending_bank",
                "reference");
        var unknown = ReadSlips.fields(read(), expected);
        unknown.put("sending_bank", "My bank");
        requireMissing(finance.post(path + "/accept", Json.text(unknown)), "sending_bank");
    }

    @Test
    void aTransferPaysOnceAlsoByWayOfSlipsThatNobodyRead() {
        accept(path, expected, "Once 1" + payin).expect(200);
        var other = service.live(service.merchant());
        var second = other.payin("order", 68_805).expect(201).word("id");
        var slip = sent(other, true, second);
        accept(slip, read(slip).at("/expected/amount").longValue(), "ONCE1" + payin)
                .expect(409, "SLIP_ALREADY_USED");
        finance.post(
                        "/admin/v1/payins/" + second + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"once1%s\",\"note\":\"seen\"}",
                                read("/admin/v1/payins/" + second)
                                        .get("version")
                                        .longValue(),
                                read(slip).at("/expected/amount").longValue(),
                                payin))
                .expect(409, "PAYMENT_ALREADY_RECORDED");
        assertThat(other.payin(second).word("status")).isEqualTo("processing");
    }

    /** The verifier and the operator may name the bank differently. */
    @Test
    void aReferenceThatPaidUnderAnotherBankNeedsAReason() {
        var fields = ReadSlips.fields(read(), expected);
        fields.put("reference", "TWICE" + payin);
        fields.put("sending_bank", "KBANK");
        finance.post(path + "/accept", Json.text(fields)).expect(200);
        var second = live.payin("order-2", 68_805).expect(201).word("id");
        path = sent(live, true, second);
        var again = ReadSlips.fields(read(), read().at("/expected/amount").longValue());
        again.put("reference", "twice" + payin);
        again.put("sending_bank", "SCB");
        again.remove("override_reason");
        again.remove("note");
        assertThat(terms("accept").get("differences")).isEmpty();

        var refused = finance.post(path + "/accept", Json.text(again));
        requireMissing(refused, "override_reason", "note");
        assertThat(refused.text()).contains("these checks failed: reference");
        again.put("override_reason", "seen_on_statement");
        again.put("note", "two banks use this number");
        finance.post(path + "/accept", Json.text(again)).expect(200);

        var stored = read();
        assertThat(stored.get("checklist").valueStream())
                .filteredOn(check -> check.get("check").asText().equals("reference"))
                .extracting(check -> check.get("result").asText())
                .containsExactly("mismatch");
        var log = finance.get("/admin/v1/audit?object=" + stored.get("id").asText())
                .expect(200)
                .data();
        assertThat(log.toString()).contains("\"differences\":[\"reference\"]", "override reason seen_on_statement");
    }
}
