package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction;
import io.tical.server.problem.Problem;
import io.tical.server.slip.SlipReview.Order;
import io.tical.server.staff.Operator;
import io.tical.server.suspense.Unmatched;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What finance does with live slips that nobody verifies. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipReviewTest {
    private TestService service;
    private SlipReview review;
    private Merchant live;
    private String payin;
    private String reference;
    private UUID slip;
    private long version;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of());
        review = service.tical().slipReview();
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void newSlip() {
        live = service.live(service.merchant());
        payin = live.payin("order-100%", 40_000).expect(201).word("id");
        reference = reference();
        slip = sent(live, payin, reference);
        version = awaitReview(service, slip).slip().progress().version();
    }

    private UUID sent(Merchant of, String to, String transfer) {
        of.slip(to, slip(transfer)).expect(200);
        return id(
                service, of, true, to, (int) service.count("SELECT count(*) FROM slip WHERE payin_id = '" + to + "'"));
    }

    private StaffDecision by(String username) {
        return new StaffDecision(username, version, "looked at it", "request-1");
    }

    private SlipPayment paid(UUID one, long amount) {
        return ReadSlips.payment(review.get(one).slip(), amount);
    }

    private SlipPayment asAsked(UUID one) {
        return ReadSlips.asAsked(review.get(one).slip());
    }

    private static void refused(String code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void theQueueListsWhatWaitsNewestFirstAndFindsByReferenceAndId() {
        var page = new Page(50, 0, null);
        var pending = new SlipReview.Filter(Environments.ALL, SlipStatus.PENDING, "", Order.NEWEST);
        var first = review.list(pending, page).getFirst();
        assertThat(first.key().id()).isEqualTo(slip);
        assertThat(first.upload().merchantRef()).isEqualTo("order-100%");
        assertThat(first.upload().amount()).isEqualTo(live.payin(payin).number("transfer_amount"));

        for (var text : new String[] {"order-100%", slip.toString(), payin}) {
            assertThat(review.list(new SlipReview.Filter(Environments.ALL, null, text, Order.NEWEST), page))
                    .extracting(one -> one.key().id())
                    .contains(slip);
        }
        assertThat(review.list(new SlipReview.Filter(Environments.ALL, null, "order-100_", Order.NEWEST), page))
                .isEmpty();
        assertThat(review.list(pending, new Page(50, 0, slip))).doesNotContain(first);
        var one = review.list(pending, new Page(1, 0, null));
        assertThat(one).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aSlipThatFinanceAcceptsIsCreditedWithThePaidAmount() {
        assertThat(review.image(slip)).startsWith(0xFF, 0xD8);

        var accepted = review.decide(slip, new SlipAction.Accept(paid(slip, 39_000)), by("finance"));

        assertThat(accepted.progress().status()).isEqualTo(SlipStatus.ACCEPTED);
        var paid = live.payin(payin);
        assertThat(paid.word("status")).isEqualTo("success");
        assertThat(paid.number("paid_amount")).isEqualTo(39_000);
        assertThat(live.available()).isEqualTo(39_000 - paid.number("fee_amount"));
        var timeline = live.get("/v1/payins/" + payin + "/timeline").expect(200);
        assertThat(timeline.data().findValuesAsText("title"))
                .contains("slip uploaded", "slip in review", "slip accepted", "processing → success");
        assertThat(timeline.text()).doesNotContain("finance");
        refused("VERSION_CONFLICT", () -> review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance")));
        version = accepted.progress().version();
        refused(
                "SLIP_STATUS_TRANSITION_INVALID",
                () -> review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance")));
        refused(
                "SLIP_STATUS_TRANSITION_INVALID",
                () -> review.decide(slip, new SlipAction.Reject(Slip.Reason.OTHER), by("finance")));
    }

    @Test
    void aDecisionOnAnEarlierVersionIsRefused() {
        version--;
        refused("VERSION_CONFLICT", () -> review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance")));
        refused("VERSION_CONFLICT", () -> review.decide(slip, new SlipAction.Reject(Slip.Reason.OTHER), by("finance")));
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");
    }

    @Test
    void withoutAnAmountWhatWasAskedForCounts() {
        review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance"));

        var paid = live.payin(payin);
        assertThat(paid.number("paid_amount")).isEqualTo(paid.number("transfer_amount"));
    }

    /** All services that verify slips report baht, and payers of other currencies may send any slip. */
    @Test
    void whatASlipOfAnotherCurrencyShowsIsNotTheAmountThatWasPaid() {
        var created = live.post("/v1/payins", """
                {"order_ref":"dollars","amount":100000,"currency":"USD"}""").expect(201);
        var dollars = created.word("id");
        var baht = sent(live, dollars, reference());
        awaitReview(service, baht);
        SlipDrawing.verified(service, baht, 3_500_000, "THB");
        version = review.get(baht).slip().progress().version();
        var finance = service.operator(Operator.Role.FINANCE);
        var path = "/admin/v1/slips/" + baht;
        var body = String.format(Locale.ROOT, "{\"version\":%d}", version);
        for (var action : List.of("/accept", "/suspend")) {
            assertThat(finance.post(path + action, body)
                            .expect(400, "VALIDATION_FAILED")
                            .text())
                    .contains("paid_amount", "3500000 minor units of THB", "USD");
        }
        assertThat(live.payin(dollars).word("status")).isEqualTo("processing");
        assertThat(live.get("/v1/balance").data().findValuesAsText("total")).allMatch("0"::equals);

        var expected = created.number("transfer_amount");
        finance.post(path + "/accept", ReadSlips.body(finance, path)).expect(200);
        assertThat(live.payin(dollars).number("paid_amount")).isEqualTo(expected);
    }

    @Test
    void aRejectedSlipLeavesThePayinOpenForAnother() {
        var rejected = review.decide(slip, new SlipAction.Reject(Slip.Reason.NOT_RECEIVED), by("finance"));

        assertThat(rejected.progress().status()).isEqualTo(SlipStatus.REJECTED);
        assertThat(live.payin(payin).word("status")).isEqualTo("processing");
        var items = live.get("/v1/payins/" + payin + "/timeline").expect(200).data();
        assertThat(items.findValuesAsText("reason")).contains("not_received");

        var next = sent(live, payin, reference);
        version = awaitReview(service, next).slip().progress().version();
        review.decide(next, new SlipAction.Accept(asAsked(next)), by("finance"));
        assertThat(live.payin(payin).word("status")).isEqualTo("success");
        assertThat(service.count("SELECT count(*) FROM state_change WHERE object_type = 'slip' AND organization_id = '"
                        + live.organizationId() + "' AND actor_type = 'staff' AND actor_id = 'finance'"))
                .isEqualTo(2);
    }

    @Test
    void aTransferThatPaidAPayinIsAcceptedForNoOther() {
        review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance"));
        var other = service.live(service.merchant());
        var second = other.payin("second", 45_000).expect(201).word("id");
        var again = sent(other, second, reference);
        var dossier = awaitReview(service, again);
        version = dossier.slip().progress().version();

        assertThat(dossier.earlier()).singleElement().satisfies(earlier -> {
            assertThat(earlier.use().slipId()).isEqualTo(slip);
            assertThat(earlier.use().paid()).isTrue();
            assertThat(earlier.organizationName()).startsWith("Shop");
        });
        refused("SLIP_ALREADY_USED", () -> review.decide(again, new SlipAction.Accept(asAsked(again)), by("finance")));
        assertThat(other.payin(second).word("status")).isEqualTo("processing");
    }

    @Test
    void aSecondPaymentForAPaidPayinIsNotLostAndNotCredited() {
        var second = sent(live, payin, reference());
        awaitReview(service, second);
        review.decide(slip, new SlipAction.Accept(asAsked(slip)), by("finance"));
        var available = live.available();
        version = review.get(second).slip().progress().version();

        refused(
                "PAYIN_STATUS_TRANSITION_INVALID",
                () -> review.decide(second, new SlipAction.Accept(asAsked(second)), by("finance")));

        var waiting = review.get(second);
        assertThat(waiting.slip().progress().stage()).isEqualTo(SlipStage.REVIEW);
        assertThat(SlipDrawing.result(waiting, "payin")).isEqualTo("mismatch");
        assertThat(live.available()).isEqualTo(available);
        assertThat(service.count("SELECT count(*) FROM slip_reference WHERE slip_id = '" + second + "'"))
                .isZero();

        var suspended = review.decide(
                second,
                new SlipAction.Suspend(paid(second, 39_500)),
                StaffDecision.of("finance", waiting.slip().progress().version(), "request-2"));
        assertThat(suspended.progress().status()).isEqualTo(SlipStatus.ACCEPTED);
        assertThat(live.available()).isEqualTo(available);
        assertThat(service.tical().suspense().ofPayin(live.organizationId(), true, UUID.fromString(payin)))
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.payment().amount()).isEqualTo(39_500);
                    assertThat(item.payment().reason()).isEqualTo(Unmatched.Reason.EXTRA);
                });
        version = suspended.progress().version();
        refused(
                "SLIP_STATUS_TRANSITION_INVALID",
                () -> review.decide(second, new SlipAction.Suspend(asAsked(second)), by("finance")));
    }

    @Test
    void aReferenceThatIsUnallocatedAlreadyIsRefused() {
        var second = live.payin("second", 45_000).expect(201).word("id");
        live.slip(second, SlipDrawing.slip("014", reference, 2)).expect(200);
        var other = id(service, live, true, second, 1);
        awaitReview(service, other);
        for (var id : new String[] {payin, second}) {
            service.tical()
                    .payins()
                    .commands()
                    .decide(
                            new TransactionKey(live.organizationId(), true, UUID.fromString(id)),
                            new PayinAction.Fail("closed"),
                            new StaffDecision("finance", null, null, "fail " + id));
        }
        review.decide(slip, new SlipAction.Suspend(asAsked(slip)), by("finance"));

        var waiting = review.get(other).slip();
        version = waiting.progress().version();
        refused("SLIP_ALREADY_USED", () -> review.decide(other, new SlipAction.Suspend(asAsked(other)), by("finance")));

        assertThat(review.get(other).slip()).isEqualTo(waiting);
        assertThat(service.tical().suspense().ofPayin(live.organizationId(), true, UUID.fromString(second)))
                .isEmpty();
        review.decide(other, new SlipAction.Reject(Slip.Reason.DUPLICATE), by("finance"));
    }

    @Test
    void onlyMoneyThatItsPayinDoesNotTakeGoesIntoSuspense() {
        refused(
                "PAYIN_STATUS_TRANSITION_INVALID",
                () -> review.decide(slip, new SlipAction.Suspend(asAsked(slip)), by("finance")));
        assertThat(review.get(slip).slip().progress().status()).isEqualTo(SlipStatus.PENDING);
    }

    @Test
    void aDecisionThatThePayinRefusedIsRefusedAgainWhenItIsRepeated() {
        var second = sent(live, payin, reference());
        version = awaitReview(service, second).slip().progress().version();
        review.decide(
                slip,
                new SlipAction.Accept(asAsked(slip)),
                StaffDecision.of("finance", review.get(slip).slip().version(), "request-0"));
        for (int time = 0; time < 2; time++) {
            refused(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    () -> review.decide(second, new SlipAction.Accept(asAsked(second)), by("finance")));
        }
        assertThat(review.get(second).slip().progress().stage()).isEqualTo(SlipStage.REVIEW);
    }

    @Test
    void anAcceptanceThatWasInterruptedIsFinishedAndCreditsOnce() {
        var available = live.get("/v1/balance").data().findValuesAsText("available");
        assertThat(available).allMatch("0"::equals);
        for (var paidAlready : new boolean[] {false, true}) {
            if (paidAlready) {
                // As after a death between the payin's confirmation and the slip's end.
                service.asService(
                        "slip",
                        "UPDATE slip SET status = 'pending', stage = 'confirming', due_at = now() WHERE slip_id = '"
                                + slip + "'");
            } else {
                // As after a death between the decision and the payin's confirmation.
                service.asService(
                        "slip",
                        "UPDATE slip SET stage = 'confirming', paid = 40007, decided_at = date_trunc('second', now()), decided_by = 'finance', due_at = now() WHERE slip_id = '"
                                + slip + "'");
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(
                            () -> assertThat(review.get(slip).slip().progress().status())
                                    .isEqualTo(SlipStatus.ACCEPTED));
            var paid = live.payin(payin);
            assertThat(paid.number("paid_amount")).isEqualTo(40_007);
            assertThat(live.available()).isEqualTo(40_007 - paid.number("fee_amount"));
        }
    }
}
