package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.slip.OneSlip;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transactions that issue tickets are about, found by the ids that merchants name. */
class TicketReferencesTest extends MerchantTickets {
    private static final String TRANSFERS = "/v1/organization-transfers";

    private static String requestId(Reply reply) {
        return reply.json().at("/meta/request_id").asText();
    }

    @Test
    void theTransactionOfARequestIsFound() {
        var merchant = service.merchant().funded("THB", 100_000);
        var payin = merchant.payin("found-1", 10_000).expect(201);
        assertThat(transaction(open(merchant, requestId(payin))).asText()).isEqualTo(payin.word("id"));
        var payout = merchant.payout("found-2", 1_000).expect(201);
        assertThat(transaction(open(merchant, requestId(payout))).asText()).isEqualTo(payout.word("id"));

        var slip = merchant.slip(payin.word("id"), OneSlip.picture()).expect(200);
        assertThat(transaction(open(merchant, requestId(slip))).asText()).isEqualTo(payin.word("id"));
        var cancelled =
                merchant.post("/v1/payouts/" + payout.word("id") + "/cancel").expect(200);
        assertThat(transaction(open(merchant, requestId(cancelled))).asText()).isEqualTo(payout.word("id"));

        var read = merchant.get(TREE + "/" + requestId(payin)).expect(200);
        assertThat(read.data().get("timeline"))
                .isEqualTo(merchant.get("/v1/payins/" + payin.word("id") + "/timeline")
                        .expect(200)
                        .data());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"trace-4711", "2f6a1d1e-6d0b-4c57-9a35-7d2b6b0c1f11", "019AA3B5-EC01-44D8-B0A3-9C8E7F6A5B4D"})
    void theTransactionOfARequestWithTheClientsOwnIdIsFound(String requestId) {
        var merchant = service.merchant();
        var headers = Map.of("X-Request-Id", requestId, "Idempotency-Key", "one");
        var payin = merchant.send("POST", "/v1/payins", headers, """
                {"order_ref":"own","amount":10000,"currency":"THB"}""").expect(201);
        assertThat(transaction(open(merchant, requestId)).asText()).isEqualTo(payin.word("id"));
        var other = service.merchant();
        assertThat(transaction(open(other, requestId)).isNull())
                .as("of another organization nothing is disclosed")
                .isTrue();
        assertThat(transaction(open(service.live(merchant), requestId)).isNull())
                .as("nor of the other environment")
                .isTrue();
    }

    @Test
    void aRequestIdOfSeveralTransactionsIsOfNone() {
        var merchant = service.merchant();
        for (int number = 0; number < 2; number++) {
            merchant.send(
                            "POST",
                            "/v1/payins",
                            Map.of("X-Request-Id", "same", "Idempotency-Key", "same-" + number),
                            String.format(
                                    Locale.ROOT,
                                    "{\"order_ref\":\"same-%d\",\"amount\":10000,\"currency\":\"THB\"}",
                                    number))
                    .expect(201);
        }
        var ticket = open(merchant, "same");
        assertThat(transaction(ticket).isNull()).isTrue();
        cancel(merchant, "same").expect(200);
        var id = merchant.get("/v1/payins?order_ref=same-1")
                .data()
                .get(0)
                .get("id")
                .asText();
        var said = merchant.post(TREE, body("same", id)).expect(201);
        assertThat(transaction(said).asText()).isEqualTo(id);
    }

    @Test
    void theTransactionOfACallbackIsFound() {
        var merchant = service.merchant();
        var payin = merchant.payin("called", 10_000).expect(201).word("id");
        var attempt = UUID.randomUUID();
        service.asService("delivery", """
                INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id, endpoint, url,
                                      status, delivered_at, created_at)
                SELECT organization_id, livemode, payin_id, payin_id, 'payin.succeeded', 'payin', payin_id, 'payin', 'http://127.0.0.1/',
                       'delivered', now(), now()
                FROM payin WHERE payin_id = '%1$s'
                """.formatted(payin));
        service.asService("delivery_attempt", """
                INSERT INTO delivery_attempt (organization_id, livemode, delivery_id, attempt, request_id, url, duration_ms, created_at)
                SELECT organization_id, livemode, payin_id, 1, '%2$s', 'http://127.0.0.1/', 1, now() FROM payin WHERE payin_id = '%1$s'
                """.formatted(payin, attempt));
        assertThat(transaction(open(merchant, attempt.toString())).asText()).isEqualTo(payin);
        assertThat(transaction(open(service.merchant(), attempt.toString())).isNull())
                .isTrue();
    }

    @Test
    void theRequestMayBeRefusedOrUnknown() {
        var merchant = service.merchant();
        var refused = requestId(merchant.post("/v1/payins", "{}").expect(400));
        assertThat(transaction(open(merchant, refused)).isNull()).isTrue();
        assertThat(transaction(open(merchant, Ids.next().toString())).isNull()).isTrue();
        assertThat(transaction(open(merchant, "never-sent")).isNull()).isTrue();
    }

    @Test
    void aTicketIsAboutTheIdOfATransactionInAnyCase() {
        var merchant = service.merchant();
        var payin = merchant.payin("by-id", 10_000).expect(201).word("id");
        var upper = payin.toUpperCase(Locale.ROOT);
        var opened = open(merchant, upper);
        assertThat(opened.word("request_id")).isEqualTo(payin);
        assertThat(transaction(opened).asText()).isEqualTo(payin);
        merchant.post(TREE, body(payin)).expect(409, "RESOURCE_EXISTS");
        for (var id : List.of(payin, upper)) {
            var read = merchant.get(TREE + "/" + id).expect(200);
            assertThat(read.word("id")).isEqualTo(opened.word("id"));
            assertThat(read.data().get("timeline").get(0).get("title").asText()).isEqualTo("created");
        }
        cancel(merchant, upper).expect(200);
        merchant.post(TREE, body(payin, payin)).expect(201);
    }

    @Test
    void aTransferIsFoundByBothOfItsSides() {
        var sender = service.merchant().funded("THB", 100_000);
        var receiver = service.merchant();
        var code =
                service.tical().organizations().read(receiver.organizationId()).code();
        var headers = Map.of("X-Request-Id", "rent-of-may", "Idempotency-Key", "rent");
        var sent = sender.send("POST", TRANSFERS, headers, """
                {"target_code":"%s","currency_code":"THB","amount":5000,"merchant_ref_id":"rent"}""".formatted(code)).expect(201);
        var again = sender.post(TRANSFERS, """
                {"target_code":"%s","currency_code":"THB","amount":70,"merchant_ref_id":"tip"}""".formatted(code)).expect(201);
        var id = sent.word("id");
        assertThat(transaction(open(sender, "rent-of-may")).asText()).isEqualTo(id);
        assertThat(transaction(open(sender, requestId(again))).asText()).isEqualTo(again.word("id"));
        assertThat(transaction(open(receiver, "rent-of-may")).isNull())
                .as("the request is the sender's")
                .isTrue();
        for (var side : List.of(sender, receiver)) {
            assertThat(transaction(open(side, id)).asText()).isEqualTo(id);
            assertThat(side.get(TREE + "/" + id).expect(200).data().get("timeline"))
                    .isNotEmpty()
                    .isEqualTo(side.get(TRANSFERS + "/" + id + "/timeline")
                            .expect(200)
                            .data());
        }
        service.merchant().post(TREE, body("rent", id)).expect(422, "TRANSACTION_NOT_FOUND");
        service.live(receiver).post(TREE, body("rent", id)).expect(422, "TRANSACTION_NOT_FOUND");
    }

    @Test
    void theTransactionsOfOthersAreNotFound() {
        var merchant = service.merchant();
        var own = merchant.payin("mine", 10_000).expect(201).word("id");
        var second = merchant.payin("mine-2", 10_000).expect(201).word("id");
        var others = service.merchant().payin("theirs", 10_000).expect(201).word("id");
        var live = service.live(merchant);
        for (var request : List.of(others, "complaint")) {
            merchant.post(TREE, body(request, others)).expect(422, "TRANSACTION_NOT_FOUND");
            live.post(TREE, body(request, own)).expect(422, "TRANSACTION_NOT_FOUND");
            merchant.post(TREE, body("complaint", Ids.next())).expect(422, "TRANSACTION_NOT_FOUND");
        }
        merchant.post(TREE, body(own, second)).expect(400, "VALIDATION_FAILED");
        assertThat(listed(merchant, "")).isEmpty();
        assertThat(listed(live, "")).isEmpty();
    }

    @Test
    void theIdOfATransactionOfOthersIsAnsweredAsAnIdThatNobodyHas() {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var own = merchant.payin("mine", 10_000).expect(201).word("id");
        var others = service.merchant().payin("theirs", 10_000).expect(201).word("id");
        assertThat(answered(merchant, others, others))
                .isEqualTo(answered(merchant, Ids.next().toString(), others));
        assertThat(answered(live, own, own)).isEqualTo(answered(live, Ids.next().toString(), own));
        // Nor does the transaction that is named beside it tell them apart.
        assertThat(transaction(merchant.post(TREE, body(others.toUpperCase(Locale.ROOT), own))
                                .expect(201))
                        .asText())
                .isEqualTo(own);
    }

    /** What a ticket about an id is answered, with another id in its place and without what differs in every answer. */
    private static String answered(Merchant merchant, String id, String shown) {
        var ticket = (ObjectNode) open(merchant, id).data();
        ticket.remove(List.of("id", "created_at", "updated_at"));
        assertThat(cancel(merchant, id).expect(200).word("status")).isEqualTo("cancelled");
        return ticket.toString().replace(id, shown);
    }
}
