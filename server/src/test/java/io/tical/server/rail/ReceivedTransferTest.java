package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.slip.ReadSlips;
import io.tical.server.slip.SlipDrawing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A transfer that was sent is no payment of a payin, and a transfer that was received is none that was sent, whichever is known first. */
class ReceivedTransferTest extends TransfersByHand {
    private static final String USED = "TRANSFER_ALREADY_USED";
    private static final long AMOUNT = 50_000;

    private Merchant shop;
    private Merchant live;

    @BeforeAll
    void openShop() {
        shop = service.merchant();
        live = service.live(shop);
    }

    private String payin() {
        return live.payin("order-" + numbers.incrementAndGet(), AMOUNT)
                .expect(201)
                .word("id");
    }

    private static String path(String payin) {
        return "/admin/v1/payins/" + payin;
    }

    private String versioned(String path, String fields) {
        return String.format(
                Locale.ROOT,
                "{\"version\":%d,%s}",
                finance.get(path).expect(200).number("version"),
                fields);
    }

    private Reply found(String payin, String reference) {
        return finance.post(path(payin) + "/confirm", foundBody(payin, reference));
    }

    private String foundBody(String payin, String reference) {
        var asked = finance.get(path(payin)).expect(200).number("transfer_amount");
        return versioned(
                path(payin),
                String.format(
                        Locale.ROOT, "\"paid_amount\":%d,\"reference\":\"%s\",\"note\":\"seen\"", asked, reference));
    }

    private String body(Sent sent, String reference) {
        return versioned(sent.path(), "\"outcome\":\"success\",\"reference\":\"%s\"".formatted(reference));
    }

    private Reply report(Sent sent, String reference) {
        return finance.post(sent.outcome(), body(sent, reference));
    }

    /** A payin that was paid by a transfer with this reference, and whose refund is open. */
    private String refundable(String reference) {
        var payin = payin();
        found(payin, reference).expect(200);
        finance.post(path(payin) + "/refund", versioned(path(payin), "\"reason\":\"wrong goods\""))
                .expect(200);
        return payin;
    }

    private Reply refund(String payin, String reference) {
        return finance.post(
                path(payin) + "/refund/complete", versioned(path(payin), "\"reference\":\"" + reference + "\""));
    }

    /** The path of an uploaded slip that shows this transfer and waits for operators. */
    private String slip(String payin, String reference) {
        live.slip(payin, SlipDrawing.slip(reference)).expect(200);
        var id = SlipDrawing.id(service, live, true, payin, 1);
        SlipDrawing.awaitReview(service, id);
        return "/admin/v1/slips/" + id;
    }

    private void requireNamed(Reply refused, String kind, String id) {
        assertThat(refused.expect(409, USED).json().get("error").asText()).contains(kind + " " + id);
        var details = refused.json().get("details");
        assertThat(details.get("id").asText()).isEqualTo(id);
        assertThat(kind).endsWith(" " + details.get("type").asText());
        assertThat(details.get("amount").asLong()).isPositive();
        assertThat(details.get("currency").asText()).isEqualTo("THB");
        assertThat(details.get("organization_name").asText()).isNotEmpty();
        assertThat(details.get("reference").isNull()).isEqualTo(kind.endsWith("settlement"));
    }

    @ParameterizedTest
    @EnumSource
    void whatStaffSentIsNoPaymentOfAPayin(Kind kind) {
        var reference = SlipDrawing.reference();
        var sent = byHand(kind, AMOUNT);
        report(sent, reference).expect(200);
        var payin = payin();
        requireNamed(found(payin, reference.toLowerCase(Locale.ROOT)), "paid the " + kind.word(), sent.id());

        var slip = slip(payin, reference);
        var dossier = finance.get(slip).expect(200).data();
        assertThat(dossier.get("checklist").findValuesAsText("found"))
                .anyMatch(text -> text.endsWith("was sent, not received"));
        requireNamed(
                finance.post(slip + "/accept", ReadSlips.body(finance, slip)), "paid the " + kind.word(), sent.id());
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");

        found(payin, "KBANK " + reference).expect(200);
    }

    @Test
    void aRefundIsNoPaymentOfAPayin() {
        var reference = SlipDrawing.reference();
        var refunded = refundable("paid-" + reference);
        refund(refunded, reference).expect(200);
        requireNamed(found(payin(), reference), "refunded the payin", refunded);
        var again = found(refunded, reference);
        requireNamed(again, "refunded the payin", refunded);
    }

    @Test
    void whatARailSentIsNoPaymentOfAPayin() {
        var payer = shop.funded("THB", 1_000_000);
        var payout = payer.payout("by-rail", 30_000).expect(201).word("id");
        await().atMost(SOON)
                .until(() -> payer.get("/v1/payouts/" + payout).word("status").equals("success"));
        var reference = SlipDrawing.reference();
        // As if the rail had given the transfer a reference that fits into the code of a slip.
        service.asService(
                "payout_attempt",
                "UPDATE payout_attempt SET rail_reference = '" + reference + "' WHERE payout_id = '" + payout + "'");
        var payin = shop.payin("shown", 30_000).expect(201).word("id");
        shop.slip(payin, SlipDrawing.slip(reference)).expect(200);

        var dossier = SlipDrawing.awaitReview(service, SlipDrawing.id(service, shop, false, payin, 1));

        assertThat(dossier.checks())
                .anyMatch(check -> String.valueOf(check.found()).endsWith("was sent, not received"));
        assertThat(shop.payin(payin).word("status")).isEqualTo("processing");
    }

    @ParameterizedTest
    @EnumSource
    void aPaymentThatWasReceivedIsNoTransferThatStaffSent(Kind kind) {
        var reference = SlipDrawing.reference();
        var payin = payin();
        found(payin, reference).expect(200);
        var sent = byHand(kind, AMOUNT);
        requireNamed(report(sent, reference.toLowerCase(Locale.ROOT)), "paid the payin", payin);
        report(sent, "SCB " + reference).expect(200);
        requireNamed(refund(refundable("other-" + reference), reference), "paid the payin", payin);
    }

    /** A reference that is named for a payment and for a transfer that was sent at the same time counts once. */
    @ParameterizedTest
    @EnumSource
    void onlyOneOfAPaymentAndATransferAtTheSameTimeIsAccepted(Kind kind) throws Exception {
        for (int round = 0; round < 5; round++) {
            var reference = SlipDrawing.reference();
            var payin = payin();
            var sent = byHand(kind, AMOUNT + round);
            var received = foundBody(payin, reference);
            var delivered = body(sent, reference);
            var answers = new ArrayList<Integer>();
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                var replies = people.invokeAll(List.<Callable<Reply>>of(
                        () -> finance.post(path(payin) + "/confirm", received),
                        () -> colleague.post(sent.outcome(), delivered)));
                for (var reply : replies) {
                    answers.add(reply.get().status());
                }
            }
            assertThat(answers).containsExactlyInAnyOrder(200, 409);
        }
    }

    /** A payin with a deposit to which a transaction of a chain came. */
    private String deposited(String hash, boolean livemode) {
        var payin = payin();
        service.asService(
                "crypto_transfer",
                "INSERT INTO crypto_transfer SELECT 'TRC20', '" + hash + "', 0, organization_id, " + livemode
                        + ", payin_id, 'T2', 5000000, 5, 0, 7, 3, date_trunc('second', now()), 'seen', now(), now()"
                        + " FROM payin WHERE payin_id = '" + payin + "'");
        return payin;
    }

    private static String hash() {
        return (UUID.randomUUID().toString() + UUID.randomUUID()).replace("-", "");
    }

    /** However staff write the transaction: as a wallet, an explorer or the address of a page shows it. */
    @ParameterizedTest
    @EnumSource
    void aTransactionThatCameToADepositIsNoTransferThatStaffSent(Kind kind) {
        var hash = hash();
        var payin = deposited(hash, true);
        var sent = byHand(kind, AMOUNT);
        for (var reference :
                List.of(hash, hash.toUpperCase(Locale.ROOT), hash.substring(0, 20) + " " + hash.substring(20))) {
            assertThat(report(sent, reference)
                            .expect(409, USED)
                            .json()
                            .get("error")
                            .asText())
                    .contains("paid the payin " + payin);
        }
        var refunded = refundable("chain-" + hash.substring(0, 9));
        assertThat(refund(refunded, "0x" + hash)
                        .expect(409, USED)
                        .json()
                        .get("error")
                        .asText())
                .contains("paid the payin " + payin);
        assertThat(found(payin(), "https://tronscan.org/#/transaction/" + hash)
                        .expect(409, USED)
                        .json()
                        .get("error")
                        .asText())
                .contains("paid the payin " + payin);
        var another = hash();
        deposited(another, false);
        report(sent, another).expect(200);
        assertThat(refund(refunded, "0x" + another)
                        .expect(409, USED)
                        .json()
                        .get("error")
                        .asText())
                .contains("paid the " + kind.word() + " " + sent.id());
        refund(refunded, hash()).expect(200);
    }
}
