package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.Midnight;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.Limit;
import io.tical.server.merchant.Method;
import io.tical.server.merchant.OneChange;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferOrder;
import io.tical.server.rail.TransferSlip;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** After any sequence of commands, the daily usage is the sum of the day's payouts that were not given back. */
class DailyUsageTest {
    private static final long CAP = 1_000_000_000;
    private static final int STEPS = 80;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static TestService service;

    private final List<TransactionKey> targets = new ArrayList<>();
    private Random random = new Random();
    private Merchant live;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** What each payout counts, told from what merchants see of it. */
    private long model() {
        return targets.stream()
                .map(service.tical().payouts().reads()::get)
                .mapToLong(DailyUsageTest::counted)
                .sum();
    }

    private static long counted(Payout payout) {
        return switch (payout.status()) {
            case PENDING, PENDING_REVIEW, PROCESSING, IN_REVIEW, REJECTED ->
                payout.terms().amount();
            case SUCCESS, PARTIAL_SUCCESS -> payout.progress().totals().delivered();
            case FAILED, CANCELLED, EXPIRED, REFUNDED -> 0;
        };
    }

    private long usage() {
        return service.count(
                "SELECT daily_used FROM wallet WHERE livemode AND organization_id = '" + live.organizationId() + "'");
    }

    @RepeatedTest(3)
    void usageIsTheSumOfWhatWasNotGivenBack(RepetitionInfo repetition) {
        Midnight.awaitIfNear(ZoneId.of("Asia/Bangkok"));
        var seed = repetition.getCurrentRepetition() * 7_919L;
        random = new Random(seed);
        live = service.fundedLive(service.merchant(), 100_000_000_000L);
        service.tical()
                .organizations()
                .change(
                        live.organizationId(),
                        OneChange.limit(new Limit(
                                true, "THB", Method.PAYOUT, 100, 200_000_000, 100, 100_000_000, CAP, List.of())));
        var history = new StringBuilder("seed " + seed);
        for (int step = 0; step < STEPS; step++) {
            history.append("\n").append(step());
            assertThat(usage()).as(history.toString()).isEqualTo(model());
        }
    }

    private String step() {
        if (targets.isEmpty() || random.nextInt(4) == 0) {
            return create();
        }
        var target = targets.get(random.nextInt(targets.size()));
        return switch (random.nextInt(4)) {
            case 0 -> {
                dispatch();
                yield "dispatch";
            }
            default -> command(target);
        };
    }

    private String create() {
        var amount = random.nextBoolean() ? 50_000_000 + random.nextInt(1_000) : 2_000 + random.nextInt(4_000_000);
        var before = targets.isEmpty() ? 0 : model();
        var reference = "ref-" + NUMBERS.incrementAndGet();
        var reply = random.nextBoolean() ? live.payout(reference, amount) : live.guidePayout(reference, amount);
        if (amount > CAP - before) {
            reply.expect(422, "DAILY_LIMIT_EXCEEDED");
        } else {
            targets.add(new TransactionKey(
                    live.organizationId(),
                    true,
                    UUID.fromString(reply.expect(201).word("id"))));
        }
        return "create " + amount + " after " + before;
    }

    private String command(TransactionKey target) {
        var payouts = service.tical().payouts();
        var by = TestStaff.decision();
        var action = random.nextInt(11);
        try {
            var now = switch (action) {
                case 0 -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.APPROVE), by);
                case 1 -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REJECT), by);
                case 2, 3 -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.RETRY), by);
                case 4 -> payouts.commands().decide(target, new PayoutAction.DecideLegs(true, TransferSlip.NONE), by);
                case 5 -> payouts.commands().decide(target, new PayoutAction.DecideLegs(false, TransferSlip.NONE), by);
                case 6 -> payouts.commands().decide(target, new PayoutAction.ConfirmLate(TransferSlip.NONE), by);
                case 7 -> payouts.commands().decide(target, new PayoutAction.Fire(Trigger.REVERT), by);
                case 8 -> payouts.commands().decide(target, new PayoutAction.CompleteRefund(null), by);
                case 9 -> payouts.commands().run(target, new PayoutAction.Fire(Trigger.EXPIRE));
                default -> {
                    live.post("/v1/payouts/" + target.id() + "/cancel");
                    yield payouts.get(target.id());
                }
            };
            return "command " + action + " of " + target.id() + ": " + now.status();
        } catch (Problem refused) {
            return "command " + action + " of " + target.id() + ": " + refused.code();
        }
    }

    /** Takes on whatever is due, among it refunds, and waits for all of it. */
    private void dispatch() {
        service.sql(
                "UPDATE payout SET due_at = now() WHERE due_at IS NOT NULL AND status IN ('pending', 'processing')");
        var rail = TestRail.of(this::outcome);
        var work = new PayoutWork(
                service.tical().database(),
                service.tical().payouts(),
                service.tical().sentPayouts(),
                rail.rails(),
                List.of(),
                TestService.CLOCK);
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> {
            work.round();
            return service.count("SELECT count(*) FROM payout WHERE status IN ('pending', 'processing')") == 0;
        });
        work.close();
    }

    private synchronized PayoutOutcome outcome(TransferOrder order) {
        return switch (random.nextInt(4)) {
            case 0 -> TestRail.delivered(order.amount(), "bank");
            case 1 -> TestRail.delivered(1 + order.amount() / 3, "bank");
            case 2 -> TestRail.failed();
            default -> new PayoutOutcome.Unknown("silence");
        };
    }
}
