package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static io.tical.server.slip.SlipDrawing.trueMoney;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.merchant.MatchFallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transfer pays once, whether a slip proves it or staff find it. The simulator finds every slip of test payins genuine. */
class FoundTransferTest extends OperatedService {
    private final AtomicInteger orders = new AtomicInteger();
    private Merchant merchant;
    private Merchant live;
    private String reference;

    @BeforeEach
    void newMerchant() {
        merchant = service.merchant();
        live = service.live(merchant);
        // With letters, which people type in either case.
        reference = "aBc" + reference();
    }

    private String payin(Merchant of) {
        return of.payin("order-" + orders.incrementAndGet(), 20_000).expect(201).word("id");
    }

    private String dollars(Merchant of) {
        return of.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"order-%d","amount":20000,"currency":"USD"}""", orders.incrementAndGet()))
                .expect(201)
                .word("id");
    }

    private String confirmation(String payin, String more) {
        var version = finance.get("/admin/v1/payins/" + payin).expect(200).number("version");
        return String.format(
                Locale.ROOT,
                "{\"version\":%d,\"paid_amount\":20000,\"override_reason\":\"payer_error\",\"note\":\"on the statement\"%s}",
                version,
                more);
    }

    private Reply confirm(String payin, String more) {
        return finance.post("/admin/v1/payins/" + payin + "/confirm", confirmation(payin, more));
    }

    private static String named(String reference) {
        return ",\"reference\":\"%s\"".formatted(reference);
    }

    private static String named(String reference, String bank) {
        return named(reference) + ",\"sending_bank\":\"%s\"".formatted(bank);
    }

    /** Sends a slip of KBANK and returns its path for operators. */
    private String sent(Merchant of, boolean livemode, String payin) {
        return sent(of, livemode, payin, slip(reference));
    }

    private String sent(Merchant of, boolean livemode, String payin, byte[] picture) {
        of.slip(payin, picture).expect(200);
        var slip = id(service, of, livemode, payin, 1);
        awaitReview(service, slip);
        return "/admin/v1/slips/" + slip;
    }

    private JsonNode read(String path) {
        return finance.get(path).expect(200).data();
    }

    private String versioned(String path) {
        return ReadSlips.body(finance, path);
    }

    private String spaced() {
        return " " + reference.substring(0, 6).toUpperCase(Locale.ROOT) + " " + reference.substring(6) + " ";
    }

    @Test
    void aPaymentThatASlipProvedIsNotFoundForAnotherPayin() {
        var first = payin(merchant);
        merchant.slip(first, slip(reference)).expect(200);
        awaitStatus(merchant, first, "success");
        for (var second : List.of(payin(merchant), payin(service.merchant()))) {
            for (var same :
                    List.of(named(reference), named(spaced()), named(reference, "kbank"), named(reference, "004"))) {
                confirm(second, same).expect(409, "PAYMENT_ALREADY_RECORDED");
            }
            for (var unknown : List.of("Kasikorn Bank", "ABAAKHPP", "999")) {
                assertThat(confirm(second, named(reference, unknown))
                                .expect(400, "VALIDATION_FAILED")
                                .text())
                        .contains("sending_bank", "KBANK", "TRUEMONEY");
            }
            assertThat(read("/admin/v1/payins/" + second).get("status").asText())
                    .isEqualTo("pending");
        }
        // The number of a bank is the same bank for every currency.
        var dollars = dollars(merchant);
        for (var bank : List.of("004", "kbank")) {
            confirm(dollars, named(reference, bank)).expect(409, "PAYMENT_ALREADY_RECORDED");
        }
        confirm(dollars, named(reference, "Kasikorn Bank")).expect(400, "VALIDATION_FAILED");
        // The environments do not meet, and another bank has references of its own.
        confirm(payin(live), named(reference)).expect(200);
        confirm(payin(merchant), named(reference, "SCB")).expect(200);
        confirm(payin(merchant), named(reference, "scb")).expect(409, "PAYMENT_ALREADY_RECORDED");
        confirm(payin(merchant), named("SCB " + reference)).expect(200);
    }

    /** Verifiers and bank statements name the bank through which the wallet pays, so its transfer may be of any bank. */
    @ParameterizedTest
    @ValueSource(strings = {"TrueMoney", "TRUEMONEY", "SCB"})
    void aPaymentOfAWalletIsRecordedOnce(String bank) {
        var first = payin(merchant);
        merchant.slip(first, trueMoney(reference)).expect(200);
        awaitStatus(merchant, first, "success");
        confirm(payin(merchant), named(reference, bank)).expect(409, "PAYMENT_ALREADY_RECORDED");

        reference = "aBw" + reference();
        confirm(payin(merchant), named(reference, bank)).expect(200);
        requireUsed(sent(merchant, false, payin(merchant), trueMoney(reference)));
    }

    /** Earlier releases stored any text as the bank. */
    @ParameterizedTest
    @ValueSource(strings = {"Kasikorn Bank", "004", "TrueMoney", "ABAAKHPP"})
    void aStoredClaimOfAnUnknownBankMayBeOnAnyTransfer(String stored) {
        service.asService(
                "slip_reference",
                "INSERT INTO slip_reference SELECT '" + reference + "', '" + stored
                        + "', livemode, organization_id, payin_id, NULL, now() FROM payin WHERE payin_id = '"
                        + payin(merchant) + "'");
        confirm(payin(merchant), named(reference, "KBANK")).expect(409, "PAYMENT_ALREADY_RECORDED");
        requireUsed(sent(merchant, false, payin(merchant)));
    }

    private void requireUsed(String slip) {
        finance.post(slip + "/accept", versioned(slip)).expect(409, "SLIP_ALREADY_USED");
        finance.post(slip + "/reject", versioned(slip).replace("}", ",\"reason\":\"duplicate\"}"))
                .expect(200);
    }

    /** Bank statements on web pages have spaces of several kinds, and an operator may paste one. */
    @Test
    void aReferenceIsTheSameWithSpacesOfAnyKind() {
        var first = payin(merchant);
        merchant.slip(first, slip(reference)).expect(200);
        awaitStatus(merchant, first, "success");
        for (var space : List.of("\u00a0", "\u2009", "\u202f", "\u3000", "\u200b", "\ufeff")) {
            var spaced = reference.substring(0, 6) + space + reference.substring(6);
            confirm(payin(merchant), named(spaced)).expect(409, "PAYMENT_ALREADY_RECORDED");
        }
        var foreign = "\u00e9" + reference;
        confirm(payin(merchant), named(foreign)).expect(200);
        confirm(payin(merchant), named(foreign)).expect(409, "PAYMENT_ALREADY_RECORDED");
        // Of spaces alone it is none.
        for (var none : List.of("\u00a0", "\u2009\u00a0", "\u200b", " ", "")) {
            assertThat(confirm(payin(merchant), named(none))
                            .expect(400, "VALIDATION_FAILED")
                            .json()
                            .at("/errors/0/field")
                            .asText())
                    .isEqualTo("reference");
        }
    }

    @Test
    void aSlipOfAPaymentThatStaffFoundIsReferredToThemWithTheEarlierUse() {
        var first = payin(merchant);
        confirm(first, named(spaced())).expect(200);
        var other = service.merchant();
        for (var of : List.of(merchant, other)) {
            var second = payin(of);
            var path = sent(of, false, second);

            var use = read(path).get("earlier_uses").get(0);
            assertThat(use.get("payin_id").asText()).isEqualTo(first);
            assertThat(use.get("kind").asText()).isEqualTo("reference");
            assertThat(use.get("paid").asBoolean()).isTrue();
            assertThat(use.get("slip_id").isNull()).isTrue();
            assertThat(read(path).get("checklist").toString()).contains("paid another payin");
            finance.post(path + "/accept", versioned(path)).expect(409, "SLIP_ALREADY_USED");
            assertThat(of.payin(second).word("status")).isEqualTo("processing");
            finance.post(path + "/reject", versioned(path).replace("}", ",\"reason\":\"duplicate\"}"))
                    .expect(200);
        }
    }

    @Test
    void aSlipOfAnotherBankThanStaffFoundIsTheirsToDecide() {
        confirm(payin(merchant), named(reference, "SCB")).expect(200);
        var second = payin(merchant);
        var path = sent(merchant, false, second);
        finance.post(path + "/accept", versioned(path)).expect(200);
        assertThat(merchant.payin(second).word("status")).isEqualTo("success");
    }

    /** Verifiers name the banks of wallets differently, so it may be the same transfer. */
    @Test
    void theServiceSuspendsNoSlipWithAReferenceThatStaffRecordedOfAnotherBank() {
        var payin = payin(live);
        var path = sent(live, true, payin);
        var slip = "'" + path.substring(path.lastIndexOf('/') + 1) + "'";
        finance.post("/admin/v1/payins/" + payin + "/fail", confirmation(payin, ""))
                .expect(200);
        // As after a death between the decision and the confirmation of the payin.
        service.asService(
                "slip",
                "UPDATE slip SET stage = 'confirming', paid = 20000, decided_at = date_trunc('second', now()),"
                        + " decided_by = 'finance', due_at = now() + interval '1 hour' WHERE slip_id = " + slip);
        var claim = ", livemode, organization_id, payin_id, cast(" + slip + " AS uuid)";
        var ofPayin = " FROM payin WHERE payin_id = '" + payin + "'";
        service.asService(
                "slip_reference",
                "INSERT INTO slip_reference SELECT '" + reference + "', 'KBANK'" + claim + ", now()" + ofPayin);
        confirm(payin(live), named(reference, "SCB")).expect(200);

        service.asService("slip", "UPDATE slip SET due_at = now() WHERE slip_id = " + slip);
        await().atMost(SOON)
                .until(() ->
                        service.count("SELECT count(*) FROM slip WHERE stage = 'review' AND slip_id = " + slip) == 1);
        await().during(Duration.ofMillis(500))
                .until(() -> read(path).get("status").asText().equals("pending"));
        assertThat(read("/admin/v1/payins/" + payin).get("unallocated_funds")).isEmpty();
        finance.post(path + "/suspend", versioned(path)).expect(200);
    }

    @Test
    void theSlipOfAPayinThatStaffConfirmedIsADuplicate() {
        var payin = payin(live);
        var path = sent(live, true, payin);
        confirm(payin, named(spaced())).expect(200);
        var available = live.available();
        assertThat(read(path).get("decisions").toString()).isEqualTo("[\"reject\"]");
        finance.post(path + "/accept", versioned(path)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        finance.post(path + "/suspend", versioned(path)).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
        finance.post(path + "/reject", versioned(path).replace("}", ",\"reason\":\"duplicate\"}"))
                .expect(200);
        assertThat(live.available()).isEqualTo(available);

        var test = payin(merchant);
        confirm(test, named(spaced())).expect(200);
        assertThat(service.count(
                        "SELECT count(*) FROM slip_reference WHERE slip_id IS NULL AND payin_id = '" + test + "'"))
                .isEqualTo(1);
    }

    @Test
    void aPaymentInSuspenseIsNotFoundAgain() {
        var payin = payin(live);
        var path = sent(live, true, payin);
        var cancelled = "/admin/v1/payins/" + payin;
        finance.post(cancelled + "/fail", confirmation(payin, "")).expect(200);
        finance.post(path + "/suspend", versioned(path)).expect(200);
        confirm(payin, named(reference)).expect(409, "PAYMENT_ALREADY_RECORDED");
        assertThat(read(cancelled).get("unallocated_funds")).hasSize(1);

        reference = "aBd" + reference();
        var second = payin(live);
        var slip = sent(live, true, second);
        finance.post("/admin/v1/payins/" + second + "/fail", confirmation(second, ""))
                .expect(200);
        confirm(second, named(reference)).expect(200);
        finance.post(slip + "/suspend", versioned(slip)).expect(409, "SLIP_ALREADY_USED");
        assertThat(read("/admin/v1/payins/" + second).get("unallocated_funds")).hasSize(1);
        assertThat(read(slip).get("earlier_uses").get(0).get("payin_id").asText())
                .isEqualTo(second);
    }

    @Test
    void theSlipOfAMatchedPayinThatEndedPointsToItsPayin() {
        var paying = service.fundedLive(service.matching(service.merchant(), MatchFallback.OFF), 5_000_000);
        var shop = service.live(service.matching(service.merchant(), MatchFallback.OFF));
        var payout = paying.payout("payout", 321_000).expect(201).word("id");
        var payin = shop.post("/v1/payins", """
                {"order_ref":"order","amount":321000,"currency":"THB","receiving_type":"p2p"}""").expect(201).word("id");
        var path = sent(shop, true, payin);
        finance.post("/admin/v1/payins/" + payin + "/fail", confirmation(payin, ""))
                .expect(200);
        assertThat(read(path).get("decisions").toString()).isEqualTo("[\"confirm_payin\",\"reject\"]");
        for (var action : List.of("/accept", "/suspend")) {
            assertThat(finance.post(path + action, versioned(path))
                            .expect(409, "PAYIN_STATUS_TRANSITION_INVALID")
                            .text())
                    .contains("/admin/v1/payins/" + payin + "/confirm");
        }
        finance.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        confirmation(payin, named(reference)).replace("20000", "321000"))
                .expect(200);
        assertThat(paying.payout(payout).word("status")).isEqualTo("success");
        assertThat(read(path).get("decisions").toString()).isEqualTo("[\"reject\"]");
        finance.post(path + "/reject", versioned(path).replace("}", ",\"reason\":\"duplicate\"}"))
                .expect(200);
    }

    @Test
    void ofASlipAndStaffWhoRaceOnePays() throws Exception {
        for (int round = 0; round < 4; round++) {
            reference = "aBe" + reference();
            var path = sent(live, true, payin(live));
            var first = payin(live);
            var second = payin(service.live(service.merchant()));
            var acceptance = versioned(path);
            var confirmations =
                    List.of(confirmation(first, named(reference)), confirmation(second, named(spaced(), "KBANK")));
            var before = service.count("SELECT count(*) FROM payin WHERE status = 'success'");
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                var replies = people.invokeAll(List.<Callable<Reply>>of(
                        () -> finance.post(path + "/accept", acceptance),
                        () -> colleague.post("/admin/v1/payins/" + first + "/confirm", confirmations.getFirst()),
                        () -> finance.post("/admin/v1/payins/" + second + "/confirm", confirmations.getLast())));
                var statuses = new ArrayList<Integer>();
                for (var reply : replies) {
                    statuses.add(reply.get().status());
                }
                assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409);
            }
            assertThat(service.count("SELECT count(*) FROM payin WHERE status = 'success'"))
                    .isEqualTo(before + 1);
        }
    }
}
