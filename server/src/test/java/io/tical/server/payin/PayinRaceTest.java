package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What two people, two nodes or a person and a clock do at the same moment happens in one order or the other. */
class PayinRaceTest {
    private static final int ROUNDS = 10;

    private static TestService service;
    private static TestService other;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        other = service.node(Map.of(), TestService.Work.RUNNING);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        other.close();
        service.close();
    }

    private static TransactionKey target(Merchant merchant, String id) {
        return new TransactionKey(merchant.organizationId(), true, UUID.fromString(id));
    }

    private static Payins payins(int node) {
        return List.of(service, other).get(node % 2).tical().payins();
    }

    private static boolean passed(Runnable action) {
        try {
            action.run();
            return true;
        } catch (Problem.Conflict conflict) {
            return false;
        }
    }

    private static void confirm(int node, TransactionKey target, String reference) {
        payins(node).confirm(target, new Receipt(50_000, reference), Actor.SYSTEM, null);
    }

    private static List<Boolean> race(int count, IntFunction<Boolean> runner) throws Exception {
        return Race.of(count, runner);
    }

    @Test
    void ofManyConcurrentConfirmationsOneCredits() throws Exception {
        var live = service.live(service.merchant());
        for (int round = 0; round < ROUNDS; round++) {
            var target =
                    target(live, live.payin("same-" + round, 50_000).expect(201).word("id"));
            assertThat(race(8, i -> passed(() -> confirm(i, target, "REF")))).containsOnly(true);
            assertThat(live.available()).isEqualTo(50_000L * (round + 1));
        }
    }

    @Test
    void ofTwoConcurrentPaymentsOneIsAccepted() throws Exception {
        var live = service.live(service.merchant());
        for (int round = 0; round < ROUNDS; round++) {
            var target =
                    target(live, live.payin("two-" + round, 50_000).expect(201).word("id"));
            assertThat(race(2, i -> passed(() -> confirm(i, target, "REF-" + i))))
                    .containsExactlyInAnyOrder(true, false);
            assertThat(live.available()).isEqualTo(50_000L * (round + 1));
        }
    }

    @Test
    void aPaymentThatMeetsTheExpiryIsTakenInEitherOrder() throws Exception {
        var live = service.live(service.merchant());
        for (int round = 0; round < ROUNDS; round++) {
            var id = live.payin("expiry-" + round, 50_000).expect(201).word("id");
            var target = target(live, id);
            race(2, i -> {
                if (i == 0) {
                    service.expire(id);
                } else {
                    confirm(i, target, "REF");
                }
                return true;
            });
            assertThat(live.payin(id).word("status")).isEqualTo("success");
            assertThat(live.available()).isEqualTo(50_000L * (round + 1));
        }
        assertThat(service.count("SELECT count(*) FROM amount_reservation WHERE organization_id = '"
                        + live.organizationId() + "'"))
                .isZero();
    }

    @Test
    void ofAConcurrentCancelAndSlipOneIsAccepted() throws Exception {
        var merchant = service.live(service.merchant());
        var node = merchant.at(other.port());
        for (int round = 0; round < ROUNDS; round++) {
            var id = merchant.payin("slip-" + round, 50_000).expect(201).word("id");
            var outcomes = race(
                    2,
                    i -> i == 0
                            ? node.post("/v1/payins/" + id + "/cancel").status() == 200
                            : passed(() -> payins(0).arrive(target(merchant, id), Actor.SYSTEM)));
            assertThat(outcomes).containsExactlyInAnyOrder(true, false);
            assertThat(merchant.payin(id).word("status")).isEqualTo(outcomes.getFirst() ? "cancelled" : "processing");
        }
    }

    private static StaffDecision by(int person) {
        return new StaffDecision("finance-" + person, null, null, "request-" + person);
    }

    @Test
    void ofTwoConcurrentRefundsOneIsOpened() throws Exception {
        var live = service.live(service.merchant());
        for (int round = 0; round < ROUNDS; round++) {
            var target = target(
                    live, live.payin("refund-" + round, 50_000).expect(201).word("id"));
            confirm(0, target, "REF");
            assertThat(race(
                            2,
                            i -> passed(() -> payins(i)
                                    .commands()
                                    .decide(target, new PayinAction.Fire(PayinStatus.Trigger.OPEN_REFUND), by(i)))))
                    .containsExactlyInAnyOrder(true, false);
            race(
                    2,
                    i -> passed(() -> payins(i)
                            .commands()
                            .decide(target, new PayinAction.CompleteRefund("refund " + target.id()), by(i))));
            assertThat(live.balance("THB").get("total").asLong()).isZero();
        }
    }
}
