package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.WrittenDown;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferOrder;
import io.tical.server.secret.Hashes;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import io.tical.server.webhook.WebhookModule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A payout in order, from the request to the signed callback: each step names the classes that do it, and shows what is stored after it. Read
 * {@link #aPayoutFromItsRequestToItsCallback} from top to bottom.
 */
class PayoutFromRequestToCallbackTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long FUNDS = 1_000_000;
    private static final long AMOUNT = 40_000;
    private static final long FEE = 100;

    private final CallbackSink callbacks = new CallbackSink();
    private TestService service;
    private Merchant merchant;
    private TransactionKey payout;

    /** Without background work, so that each step begins when the test begins it. */
    @BeforeEach
    void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"), TestService.WITHOUT_WORK);
        merchant = service.fundedLive(service.merchant(), FUNDS);
        service.fee(merchant, "THB", 0, FEE);
    }

    @AfterEach
    void stop() {
        service.requireCleanAudit();
        service.close();
        callbacks.close();
    }

    @Test
    void aPayoutFromItsRequestToItsCallback() {
        var secret = Objects.requireNonNull(service.tical()
                .callbackEndpoints()
                .save(merchant.organizationId(), CallbackEndpoint.Kind.PAYOUT, callbacks.url(), null)
                .signingSecret());

        // 1. Api and Gate check the request, PayoutRoutes parses it to a PayoutRequest, and Payouts.create passes it to
        // GroupCommit.answer.
        var idempotencyKey = UUID.randomUUID().toString();
        var answer = create(idempotencyKey);
        payout = new TransactionKey(merchant.organizationId(), true, UUID.fromString(answer.word("id")));

        // 2. PayoutCreation decides it by PayoutCreationRules, in one transaction with all other requests of its group.
        // IdempotencyBatch stores the
        // answer: the same request is answered with it, and creates nothing.
        assertThat(create(idempotencyKey).data()).isEqualTo(answer.data());

        // 3. The same transaction has written the payout and its leg (PayoutStore), the wallet and a transfer of the
        // ledger (GroupWallets, LedgerStore),
        // and what it wrote into the journal, in the row of the transfer.
        assertThat(rows("payout", "payout_id", "status = 'processing' AND due_at IS NOT NULL"))
                .isEqualTo(1);
        assertThat(rows("payout_step", "payout_id", "status = 'pending' AND amount = " + AMOUNT))
                .isEqualTo(1);
        assertThat(posted("payout_capture", AMOUNT + FEE)).isEqualTo(1);
        assertThat(rows("transfer", "reference", "changes IS NOT NULL")).isEqualTo(1);
        assertThat(wallet("available = " + (FUNDS - AMOUNT - FEE) + " AND in_transit = " + (AMOUNT + FEE)))
                .isTrue();

        // 4. PayoutWork claims the due payout. Dispatcher plans what to send (DispatchPlan), and commits an attempt.
        // 5. SentAttempts writes it down in the log outside the database (OutwardLog), before anything leaves.
        // 6. Only then the rail is asked to transfer.
        var atTheRail = new CopyOnWriteArrayList<Departure>();
        var ordered = new CopyOnWriteArrayList<TransferOrder>();
        dispatch(order -> {
            assertThat(attempts()).extracting(Attempt::state).containsExactly(Attempt.State.OPEN);
            atTheRail.addAll(departures(Departure.Kind.SENT));
            ordered.add(order);
            return TestRail.delivered(order.amount(), "BANK-1");
        });
        assertThat(ordered).extracting(TransferOrder::amount).containsExactly(AMOUNT);
        assertThat(atTheRail)
                .extracting(Departure::id)
                .containsExactly(ordered.getFirst().attemptId());

        // 7. The outcome is a command: Payouts.dispatched makes a PayoutAction.Report, and Commands passes it to the
        // group commit. CommandOperation locks the payout, PayoutRules decides (AttemptReport, PayoutTransitions,
        // PayoutMoney), and Changes applies the
        // decision.
        assertThat(attempts()).extracting(Attempt::state).containsExactly(Attempt.State.DELIVERED);
        assertThat(posted("payout_deliver", AMOUNT)).isEqualTo(1);
        assertThat(posted("payout_fee", FEE)).isEqualTo(1);
        assertThat(wallet("in_transit = 0")).isTrue();

        // 8. The history, the event for the merchant and its delivery were written in the transaction of the change.
        assertThat(rows("state_change", "object_id", "to_status = 'success' AND event_id IS NOT NULL"))
                .isEqualTo(1);
        assertThat(rows("event", "transaction_id", "type = 'payout.succeeded'")).isEqualTo(1);
        assertThat(rows("delivery", "transaction_id", "status = 'pending' AND attempts = 0"))
                .isEqualTo(1);
        assertThat(callbacks.received()).isEmpty();

        // 9. DeliveryWork claims the delivery, writes down that the merchant is told, and CallbackSender sends it
        // signed.
        var deliveries =
                service.tical().node().modules().get(WebhookModule.class).deliveryWork();
        await().atMost(SOON).until(() -> {
            deliveries.round();
            return rows("delivery", "transaction_id", "status = 'delivered'") == 1;
        });
        assertThat(departures(Departure.Kind.TOLD)).hasSize(1);
        var callback = callbacks.about(payout.id().toString()).getFirst();
        var body = callback.body().getBytes(StandardCharsets.UTF_8);
        assertThat(callback.header("X-Signature"))
                .isEqualTo(Hashes.signature(secret, callback.header("X-Timestamp"), body));

        // 10. The merchant reads in it what a request would return.
        assertThat(callback.body())
                .contains("\"status\":\"success\"", payout.id().toString());
        assertThat(merchant.payout(payout.id().toString()).word("status")).isEqualTo("success");
    }

    private Reply create(String idempotencyKey) {
        return merchant.post("/v1/payouts", merchant.payoutBody("order-1", AMOUNT), idempotencyKey)
                .expect(201);
    }

    /** One round of the background work, with a rail of the test. */
    private void dispatch(Function<TransferOrder, PayoutOutcome> rail) {
        var work = new PayoutWork(
                service.tical().database(),
                service.tical().payouts(),
                service.tical().sentPayouts(),
                TestRail.of(rail).rails(),
                List.of(),
                TestService.CLOCK);
        await().atMost(SOON).until(() -> {
            work.round();
            return service.tical().payouts().reads().get(payout).status() == PayoutStatus.SUCCESS;
        });
    }

    private List<Attempt> attempts() {
        return service.tical().payouts().attempts(payout);
    }

    private List<Departure> departures(Departure.Kind kind) {
        return WrittenDown.in(service).stream()
                .filter(departure ->
                        departure.kind() == kind && departure.transaction().equals(payout))
                .toList();
    }

    private long posted(String operation, long amount) {
        return rows("transfer", "reference", "operation = '" + operation + "' AND amount = " + amount);
    }

    private boolean wallet(String condition) {
        return service.count("SELECT count(*) FROM wallet WHERE organization_id = '" + merchant.organizationId()
                        + "' AND livemode AND " + condition)
                == 1;
    }

    /** The rows of the payout that meet a condition. */
    private long rows(String table, String id, String condition) {
        return service.count(
                "SELECT count(*) FROM " + table + " WHERE " + id + " = '" + payout.id() + "' AND " + condition);
    }
}
