package io.tical.server.payout;

import static io.tical.server.transaction.EventType.PAYOUT_FAILED;
import static io.tical.server.transaction.EventType.PAYOUT_PARTIALLY_SUCCEEDED;
import static io.tical.server.transaction.EventType.PAYOUT_REFUNDED;
import static io.tical.server.transaction.EventType.PAYOUT_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.docs.OpenApi;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.TransferSlip;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import io.tical.server.webhook.CallbackSink.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The callbacks about every way in which a payout can end, in both vocabularies. */
@Order(1)
class PayoutCallbackTest {
    /** Dispatches at once, and asks about open attempts twice within two seconds. */
    private static TestService service;

    /** Dispatches late, so that there is time to cancel and confirm. */
    private static TestService slow;

    private static CallbackSink sink;

    @BeforeAll
    static void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                "TICAL_RAIL_POLL_SECONDS", "1,2"));
        slow = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
    }

    @AfterAll
    static void stop() {
        service.close();
        slow.close();
        sink.close();
    }

    /** A payout whose callbacks a test reads. */
    private record Case(TestService service, Merchant merchant, String id, boolean envelope) {
        Payouts payouts() {
            return service.tical().payouts();
        }

        TransactionKey target(boolean livemode) {
            return new TransactionKey(merchant.organizationId(), livemode, UUID.fromString(id));
        }

        void await(String status) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(
                            () -> assertThat(merchant.payout(id).word("status")).isEqualTo(status));
        }
    }

    private static Case test(TestService at, Dialect dialect, Form form, long amount) {
        var merchant = at.merchant();
        at.fee(merchant, "THB", 0, 100);
        return begin(at, merchant.funded("THB", amount + 1_000), dialect, form, amount);
    }

    private static Case test(TestService at, Dialect dialect, long amount) {
        return test(at, dialect, Form.AUTO, amount);
    }

    /** A live payout of an amount that staff must review. */
    private static Case live(Dialect dialect) {
        return begin(slow, slow.fundedLive(slow.merchant(), 100_000_000), dialect, Form.AUTO, 50_000_000);
    }

    private static Case begin(TestService at, Merchant merchant, Dialect dialect, Form form, long amount) {
        at.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYOUT, sink.url(), form);
        var reply = switch (dialect) {
            case V1 -> merchant.payout("callback", amount);
            case GUIDE -> merchant.guidePayout("callback", amount);
        };
        var envelope = switch (form) {
            case AUTO -> dialect == Dialect.V1;
            case ENVELOPE -> true;
            case TRANSACTION -> false;
        };
        return new Case(at, merchant, reply.expect(201).word("id"), envelope);
    }

    /** Requires callbacks of these types and no others; returns the payouts in their bodies, oldest first. */
    private static List<JsonNode> requireCallbacks(Case payout, EventType... types) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> sink.about(payout.id()).size() >= types.length);
        assertThat(payout.service().count("SELECT count(*) FROM event WHERE transaction_id = '" + payout.id() + "'"))
                .isEqualTo(types.length);
        var received = sink.about(payout.id()).stream()
                .sorted(Comparator.comparing(Received::bodyId))
                .toList();
        assertThat(received).hasSize(types.length);
        assertThat(received).extracting(Received::bodyId).doesNotHaveDuplicates();
        var bodies = new ArrayList<JsonNode>();
        for (int i = 0; i < types.length; i++) {
            bodies.add(PayoutCallbackContract.require(
                    received.get(i), types[i], payout.merchant().organizationId(), payout.id(), payout.envelope()));
        }
        return bodies;
    }

    /** Requires the last callback to be the view of the payout, except that its transferred amount is of all legs. */
    private static JsonNode requireLastAsRead(Case payout, List<JsonNode> bodies) {
        var view = payout.merchant().payout(payout.id()).data();
        var data = bodies.getLast();
        for (var field : data.properties()) {
            switch (field.getKey()) {
                case "transaction_type" -> {}
                case "transfer_amount" -> assertThat(field.getValue()).isEqualTo(view.get("chain_transfer_amount"));
                default -> assertThat(field.getValue()).as(field.getKey()).isEqualTo(view.get(field.getKey()));
            }
        }
        return data;
    }

    private static void requireAmounts(JsonNode data, long arrived, long fee, long net) {
        assertThat(data.get("transfer_amount").asLong()).isEqualTo(arrived);
        assertThat(data.get("fee_amount").asLong()).isEqualTo(fee);
        assertThat(data.get("net_amount").asLong()).isEqualTo(net);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aConfirmedTestPayoutHasTheCallbackOfASuccess(Dialect dialect) {
        var payout = test(slow, dialect, 40_000);
        payout.merchant().post("/v1/payouts/" + payout.id() + "/test-confirm").expect(200);
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        requireAmounts(data, 40_000, 100, 40_100);
        assertThat(data.get("livemode").asBoolean()).isFalse();
        assertThat(data.get("sender_type").isNull()).isEqualTo(dialect == Dialect.V1);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void theCallbackOfADeliveredPayoutNamesTheSender(Dialect dialect) {
        var payout = test(service, dialect, 40_000);
        payout.await("success");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        requireAmounts(data, 40_000, 100, 40_100);
        assertThat(data.get("sender_platform").asText()).isEqualTo("SIMULATOR");
        assertThat(data.get("slip_qr_ref").asText()).startsWith("SIM");
        assertThat(PayoutCallbackContract.time(data.get("finalized_at"))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void anAmountThatEndsIn01FailsAndDebitsNothing(Dialect dialect) {
        var payout = test(service, dialect, 40_001);
        payout.await("failed");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_FAILED));
        requireAmounts(data, 0, 0, 0);
        assertThat(data.get("failure_code").asText()).isEqualTo("account_closed");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void anAmountThatEndsIn02PartiallySucceeds(Dialect dialect) {
        var payout = test(service, dialect, 40_002);
        payout.await("partial_success");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_PARTIALLY_SUCCEEDED));
        requireAmounts(data, 20_001, 50, 20_051);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void theCallbackOfASplitPayoutCoversAllLegs(Dialect dialect) {
        var payout = test(service, dialect, 100_000_000);
        payout.await("success");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        requireAmounts(data, 100_000_000, 100, 100_000_100);
        assertThat(data.get("execution_steps")).hasSize(2);
        assertThat(payout.merchant().payout(payout.id()).number("transfer_amount"))
                .as("the view's covers the first leg")
                .isEqualTo(50_000_000);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void theCallbackOfAPartlyPaidSplitPayoutListsThePaidLegs(Dialect dialect) {
        var payout = test(service, dialect, 100_000_002);
        payout.await("partial_success");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_PARTIALLY_SUCCEEDED));
        assertThat(data.get("transfer_amount").asLong()).isEqualTo(33_333_334);
        assertThat(data.get("execution_steps").findValuesAsText("status"))
                .containsExactly("success", "failed", "failed");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aPayoutWithAnUnknownOutcomeHasNoCallbackUntilStaffDecideIt(Dialect dialect) {
        var arrived = test(service, dialect, 40_003);
        var lost = test(service, dialect, 40_003);
        var declined = test(service, dialect, 40_003);
        for (var payout : List.of(arrived, lost, declined)) {
            payout.await("in_review");
            requireCallbacks(payout);
        }
        service.tical()
                .payouts()
                .commands()
                .decide(
                        arrived.target(false),
                        new PayoutAction.DecideLegs(true, TransferSlip.NONE),
                        TestStaff.noted("seen at the bank"));
        service.tical()
                .payouts()
                .commands()
                .decide(
                        lost.target(false),
                        new PayoutAction.DecideLegs(false, TransferSlip.NONE),
                        TestStaff.decision());
        service.tical()
                .payouts()
                .commands()
                .decide(
                        declined.target(false),
                        new PayoutAction.Fire(PayoutStatus.Trigger.REJECT),
                        TestStaff.decision());
        declined.await("refunded");
        requireAmounts(requireLastAsRead(arrived, requireCallbacks(arrived, PAYOUT_SUCCEEDED)), 40_003, 100, 40_103);
        requireAmounts(requireLastAsRead(lost, requireCallbacks(lost, PAYOUT_FAILED)), 0, 0, 0);
        requireAmounts(requireLastAsRead(declined, requireCallbacks(declined, PAYOUT_REFUNDED)), 0, 0, 0);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aPayoutThatStaffDeclineHasOnlyTheCallbackOfItsRefund(Dialect dialect) {
        var payout = live(dialect);
        assertThat(payout.merchant().payout(payout.id()).word("status")).isEqualTo("pending_review");
        slow.tical()
                .payouts()
                .commands()
                .decide(
                        payout.target(true),
                        new PayoutAction.Fire(PayoutStatus.Trigger.REJECT),
                        TestStaff.noted("not known"));
        payout.await("refunded");
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_REFUNDED));
        assertThat(data.get("livemode").asBoolean()).isTrue();
        requireAmounts(data, 0, 0, 0);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aRevertedPayoutHasTheCallbacksOfItsSuccessAndThenOfItsRefund(Dialect dialect) {
        var payout = test(service, dialect, 40_000);
        payout.await("success");
        requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        payout.payouts()
                .commands()
                .decide(
                        payout.target(false),
                        new PayoutAction.Fire(PayoutStatus.Trigger.REVERT),
                        TestStaff.noted("returned by the bank"));
        payout.await("rejected");
        requireCallbacks(payout, PAYOUT_SUCCEEDED);
        payout.payouts()
                .commands()
                .decide(payout.target(false), new PayoutAction.CompleteRefund(null), TestStaff.decision());
        requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED, PAYOUT_REFUNDED));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void anExpiredPayoutHasNoCallbackUntilItIsConfirmedLate(Dialect dialect) {
        var payout = live(dialect);
        slow.makeDue(payout.id());
        payout.await("expired");
        requireCallbacks(payout);
        payout.payouts()
                .commands()
                .decide(
                        payout.target(true),
                        new PayoutAction.ConfirmLate(TransferSlip.NONE),
                        TestStaff.noted("the bank sent it after all"));
        var data = requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        requireAmounts(data, 50_000_000, 0, 50_000_000);
        assertThat(data.get("expired_at").isNull())
                .as("it is not expired any more")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aCancelledPayoutHasNoCallback(Dialect dialect) {
        var payout = test(slow, dialect, 40_000);
        payout.merchant().post("/v1/payouts/" + payout.id() + "/cancel").expect(200);
        assertThat(payout.merchant().payout(payout.id()).word("status")).isEqualTo("cancelled");
        requireCallbacks(payout);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aFailedPayoutThatIsSentAgainHasACallbackOfItsNewOutcome(Dialect dialect) {
        var payout = test(service, dialect, 40_001);
        payout.await("failed");
        requireCallbacks(payout, PAYOUT_FAILED);
        payout.payouts()
                .commands()
                .decide(payout.target(false), new PayoutAction.Fire(PayoutStatus.Trigger.RETRY), TestStaff.decision());
        requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_FAILED, PAYOUT_FAILED));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aFixedFormIsTheFormOfEveryCallback(Dialect dialect) {
        for (var form : List.of(Form.ENVELOPE, Form.TRANSACTION)) {
            var payout = test(slow, dialect, form, 40_000);
            payout.merchant()
                    .post("/v1/payouts/" + payout.id() + "/test-confirm")
                    .expect(200);
            requireLastAsRead(payout, requireCallbacks(payout, PAYOUT_SUCCEEDED));
        }
    }

    @Test
    void aTestEventIsAsDocumentedForEitherEndpoint() {
        var merchant = slow.merchant();
        for (var kind : Kind.values()) {
            slow.tical().callbackEndpoints().save(merchant.organizationId(), kind, sink.url(), Form.TRANSACTION);
            assertThat(slow.tical()
                            .pings()
                            .send(merchant.organizationId(), kind)
                            .delivered())
                    .isTrue();
        }
        var pings = sink.received().stream()
                .filter(callback -> callback.header("X-Organization-ID")
                        .equals(merchant.organizationId().toString()))
                .toList();
        assertThat(pings)
                .extracting(callback -> callback.header("X-Transaction-Type"))
                .containsExactly("payin", "payout");
        assertThat(pings).allSatisfy(PayoutCallbackContract::requirePing);
    }

    @Test
    void theApiDocumentListsTheStatusesThatHaveCallbacks() {
        var listed = new TreeSet<String>();
        OpenApi.shipped()
                .root()
                .at("/components/schemas/PayoutTransaction/properties/status/enum")
                .forEach(status -> listed.add(status.asText()));
        assertThat(Stream.of(PayoutStatus.values())
                        .filter(status -> PayoutView.event(status).isPresent())
                        .map(PayoutStatus::word))
                .containsExactlyInAnyOrderElementsOf(listed);
    }
}
