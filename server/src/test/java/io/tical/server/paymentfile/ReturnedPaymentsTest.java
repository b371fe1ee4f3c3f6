package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Payments of files that the bank gave back after they had arrived. */
class ReturnedPaymentsTest extends FiledPayments {
    private static final long AMOUNT = 50_000;

    /** A payout that a debit proved; returns the reference of its payment. */
    private String delivered(String payout, long amount) {
        var reference = reference(handedOut(), payout);
        imported(statement().entry(-amount, reference));
        awaitStatus(payout, "success");
        return reference;
    }

    private JsonNode bookings(String entry) {
        return finance.get("/admin/v1/bank-entries/" + entry(entry).get("id").asText() + "/bookings")
                .expect(200)
                .data();
    }

    private static List<JsonNode> returns(JsonNode bookings) {
        return bookings.get("possible")
                .valueStream()
                .filter(one -> one.get("decision").asText().equals("return"))
                .toList();
    }

    private Reply giveBack(OperatorClient by, String entry, String type, String payment) {
        var shown = entry(entry);
        return by.post(
                "/admin/v1/bank-entries/" + shown.get("id").asText() + "/return",
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"type\":\"%s\",\"payment_id\":\"%s\",\"note\":\"it came back\"}",
                        shown.get("version").asLong(),
                        type,
                        payment));
    }

    private long available() {
        return live.balance("THB").get("available").asLong();
    }

    @Test
    void aPayoutThatCameBackGoesToItsMerchant() {
        var before = available();
        var payout = payout(AMOUNT);
        var reference = delivered(payout, AMOUNT);
        imported(statement().reversal(AMOUNT, "Z" + reference));
        assertThat(entry("Z" + reference).get("reason").asText()).isEqualTo("payment_returned");
        var possible = returns(bookings("Z" + reference));
        assertThat(possible).hasSize(1);
        assertThat(possible.getFirst().at("/payment/id").asText()).isEqualTo(payout);
        assertThat(possible.getFirst().at("/payment/named").asText()).isEqualTo(reference);
        assertThat(possible.getFirst()
                        .get("lines")
                        .valueStream()
                        .filter(line -> line.get("posting").asText().equals("payout_revert"))
                        .map(line -> line.get("amount").asLong()))
                .containsExactly(AMOUNT);

        giveBack(finance, "Z" + reference, "payout", payout).expect(200);
        assertThat(status(payout)).isEqualTo("refunded");
        assertThat(available()).isEqualTo(before);
        var entry = entry("Z" + reference);
        assertThat(entry.get("status").asText()).isEqualTo("matched");
        assertThat(entry.get("matched_type").asText()).isEqualTo("returned_payout");
        assertThat(entry.get("matched_id").asText()).isEqualTo(payout);
        assertThat(service.count("SELECT count(*) FROM state_change WHERE object_id = '" + payout
                        + "' AND to_status = 'refunded' AND event_id IS NOT NULL"))
                .as("the merchant is told")
                .isEqualTo(1);

        // The bank books it once more: that is no second return.
        imported(statement().reversal(AMOUNT, "Y" + reference));
        assertThat(returns(bookings("Y" + reference))).isEmpty();
        giveBack(finance, "Y" + reference, "payout", payout).expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(entry("Y" + reference).get("status").asText()).isEqualTo("open");
        assertThat(available()).isEqualTo(before);
        giveBack(finance, "Z" + reference, "payout", payout).expect(409);
    }

    @Test
    void aPayoutThatStaffRevertedIsRefundedByItsEntry() {
        var before = available();
        var payout = payout(AMOUNT);
        var reference = delivered(payout, AMOUNT);
        finance.post(
                        "/admin/v1/payouts/" + payout + "/refund",
                        "{\"version\":" + payout(payout).get("version").asLong() + ",\"reason\":\"the bank called\"}")
                .expect(200);
        assertThat(status(payout)).isEqualTo("rejected");
        imported(statement().reversal(AMOUNT, "R" + reference));
        assertThat(returns(bookings("R" + reference))).hasSize(1);
        giveBack(finance, "R" + reference, "payout", payout).expect(200);
        assertThat(status(payout)).isEqualTo("refunded");
        assertThat(available()).isEqualTo(before);
    }

    @Test
    void aPaymentThatCameBackInPartStaysOpen() {
        var payout = payout(AMOUNT);
        var reference = delivered(payout, AMOUNT);
        imported(statement().entry(AMOUNT - 1_000, "P" + reference));
        assertThat(entry("P" + reference).get("reason").asText())
                .as("a credit that names a payment needs no mark")
                .isEqualTo("payment_returned");
        assertThat(returns(bookings("P" + reference))).isEmpty();
        giveBack(finance, "P" + reference, "payout", payout).expect(409, "BANK_ENTRY_RETURN_DIFFERS");
        assertThat(entry("P" + reference).get("status").asText()).isEqualTo("open");
        assertThat(status(payout)).isEqualTo("success");
    }

    @Test
    void whatIsNotDeliveredDoesNotComeBack() {
        var payout = payout(AMOUNT);
        var reference = reference(handedOut(), payout);
        imported(statement().entry(AMOUNT, "N" + reference));
        giveBack(finance, "N" + reference, "payout", payout).expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        imported(statement().entry(-AMOUNT, reference));
        awaitStatus(payout, "success");
        giveBack(finance, "N" + reference, "payout", payout).expect(200);
        giveBack(finance, reference, "payout", payout).expect(409);
    }

    @Test
    void aReturnWithoutReferenceIsOfferedByItsAmount() {
        var payout = payout(AMOUNT + 77);
        delivered(payout, AMOUNT + 77);
        var unnamed = "NOREF-" + payout;
        imported(statement().reversal(AMOUNT + 77, unnamed));
        var possible = returns(bookings(unnamed));
        assertThat(possible).hasSize(1);
        assertThat(possible.getFirst().at("/payment/id").asText()).isEqualTo(payout);
        giveBack(colleague, unnamed, "payout", payout).expect(200);
        assertThat(status(payout)).isEqualTo("refunded");
    }

    @Test
    void ofTwoEntriesAndTwoPeopleOneGivesAPaymentBack() throws Exception {
        var before = available();
        var payout = payout(AMOUNT);
        var reference = delivered(payout, AMOUNT);
        imported(statement().reversal(AMOUNT, "A" + reference).reversal(AMOUNT, "B" + reference));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var statuses = new ArrayList<Integer>();
            for (var answer : threads.invokeAll(List.<Callable<Integer>>of(
                    () -> giveBack(finance, "A" + reference, "payout", payout).status(),
                    () -> giveBack(colleague, "B" + reference, "payout", payout).status(),
                    () -> giveBack(colleague, "A" + reference, "payout", payout).status(),
                    () -> giveBack(finance, "B" + reference, "payout", payout).status()))) {
                statuses.add(answer.get());
            }
            assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 409);
        }
        assertThat(available()).isEqualTo(before);
        assertThat(List.of(entry("A" + reference), entry("B" + reference)).stream()
                        .map(entry -> entry.get("status").asText()))
                .containsExactlyInAnyOrder("matched", "open");
        service.requireCleanAudit();
    }

    @Test
    void aSettlementThatCameBackGoesToItsMerchant() {
        finance.verifyAccount(live);
        var before = available();
        var settlement = live.post(
                        "/v1/settlements",
                        String.format(
                                Locale.ROOT, "{\"dest_account_id\":\"%s\",\"amount\":%d}", live.account(), AMOUNT))
                .expect(201)
                .word("id");
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/settlements?rail=manual&limit=100")
                        .data()
                        .toString()
                        .contains(settlement));
        var line = line(handedOut(), settlement);
        var reference = line.get("reference").asText();
        var net = line.get("amount").asLong();
        imported(statement().entry(-net, reference));
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/settlements/" + settlement)
                        .word("status")
                        .equals("completed"));
        imported(statement().reversal(net, "Z" + reference));
        giveBack(finance, "Z" + reference, "payout", settlement).expect(404);
        assertThat(returns(bookings("Z" + reference))).hasSize(1);
        giveBack(finance, "Z" + reference, "settlement", settlement).expect(200);
        var failed = finance.get("/admin/v1/settlements/" + settlement).expect(200);
        assertThat(failed.word("status")).isEqualTo("failed");
        assertThat(failed.word("failure_code")).isEqualTo("payment_returned");
        assertThat(available()).isEqualTo(before);
        assertThat(entry("Z" + reference).get("matched_type").asText()).isEqualTo("returned_settlement");
        imported(statement().reversal(net, "Y" + reference));
        giveBack(finance, "Y" + reference, "settlement", settlement)
                .expect(409, "SETTLEMENT_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aLargeReturnNeedsASecondPerson() {
        live = service.fundedLive(service.merchant(), 2 * LARGE);
        var id = live.payout("file-" + NUMBERS.incrementAndGet(), LARGE)
                .expect(201)
                .word("id");
        if (status(id).equals("pending_review")) {
            service.approved(finance.post(
                    "/admin/v1/payouts/" + id + "/decision",
                    "{\"version\":" + payout(id).get("version").asLong()
                            + ",\"decision\":\"approve\",\"note\":\"ok\"}"));
        }
        awaitWithStaff(id);
        var reference = delivered(id, LARGE);
        var file = finance.upload(
                        "/admin/v1/bank-statements?name=statement.xml",
                        statement().reversal(LARGE, "Z" + reference).text(1_000_000_000))
                .expect(201);
        service.approved(finance.post(
                "/admin/v1/bank-statements/" + file.word("id") + "/import",
                "{\"version\":" + file.number("version") + ",\"accept_conflicts\":true,\"note\":\"of today\"}"));
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        var asked = giveBack(finance, "Z" + reference, "payout", id).expect(202);
        assertThat(status(id)).isEqualTo("success");
        finance.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(403);
        service.approved(asked);
        assertThat(status(id)).isEqualTo("refunded");
    }
}
